import type { JSONContent } from '@tiptap/core';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { afterEach, expect, it, vi } from 'vitest';
import { editorExtensions } from '#core/editor/schema.ts';
import { render } from '#ui/testing/screen.tsx';
import { type Assistant, EditorHostContext } from '../editor-host.ts';
import { withView } from './registry.ts';

// The build provides these library versions for the editor's patches; this test needs none.
Object.assign(globalThis, { LIBRARY_VERSIONS: {} });

let shown: Editor | undefined;
function Notes({ clip, title }: { clip: JSONContent; title: Assistant['title'] }) {
  const editor = useEditor({
    extensions: editorExtensions({ view: withView }),
    content: { type: 'doc', content: [clip, { type: 'paragraph' }] },
    immediatelyRender: true,
  });
  shown = editor;
  return (
    <EditorHostContext
      value={{
        readOnly: false,
        onGo: () => undefined,
        titleOf: () => undefined,
        renderAnswer: (text) => text,
        assistant: {
          me: 'u1',
          may: true,
          selected: [],
          model: 3,
          prompts: { suggested: [], clip: [], pdfClip: [] },
          make: () => {
            throw new Error('Nothing is asked.');
          },
          title,
          rate: () => Promise.resolve(true),
        },
      }}
    >
      <EditorContent editor={editor} />
    </EditorHostContext>
  );
}

afterEach(() => {
  vi.useRealTimers();
});

it('generates the heading of a clip that another window left without one, once and after a delay', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const title = vi.fn((words: string) => Promise.resolve(`On ${words}`));
  const clip = {
    type: 'clip',
    attrs: { _id: 'c1', createdBy: 'u2', generatingBy: 'gone', clip_text: 'margins' },
  };
  await render(<Notes clip={clip} title={title} />);
  const attrs = () => shown?.getJSON().content[0]?.attrs;
  await vi.advanceTimersByTimeAsync(9000);
  expect(title).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(15_000);
  await vi.advanceTimersByTimeAsync(3000);
  expect(attrs()).toMatchObject({ clip_heading: 'On margins', createdBy: 'u2' });
  expect(title).toHaveBeenCalledOnce();
});

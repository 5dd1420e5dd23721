import { EditorContent, useEditor } from '@tiptap/react';
import { expect, it, vi } from 'vitest';
import type { JSONContent } from '@tiptap/core';
import { editorExtensions } from '#core/editor/schema.ts';
import { Refusal, serveApi } from '#ui/testing/api-stand-in.ts';
import { findByRole, render } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { EditorHostContext } from '../editor-host.ts';
import { withView } from './registry.ts';

// The build names the libraries whose private parts the editor may patch: none of these.
Object.assign(globalThis, { LIBRARY_VERSIONS: {} });

function Notes({ content }: { content: JSONContent[] }) {
  const editor = useEditor({
    extensions: editorExtensions({ view: withView }),
    content: { type: 'doc', content },
    immediatelyRender: true,
  });
  return (
    <EditorHostContext
      value={{
        readOnly: false,
        onGo: () => undefined,
        titleOf: () => undefined,
        renderAnswer: (text) => text,
      }}
    >
      <EditorContent editor={editor} />
    </EditorHostContext>
  );
}

const insight = { type: 'insight', attrs: { _id: 'i1', compAttrs: { text: 'Leave a margin' } } };
const blog = (published: boolean) => ({
  type: 'blog',
  attrs: { _id: 'p1', blog_title: 'Margins', published },
  content: [{ type: 'paragraph' }],
});

const shown = (name: string) => document.querySelector(`.note-block[aria-label="${name}"]`);

it.each([
  ['Insight', insight],
  ['Blog post', blog(false)],
])('deletes a block with a way to undo it: %s', async (name, block) => {
  serveApi({ 'GET thread/v1/t/:url': () => new Refusal(404, 'not_found', 'No thread') });
  await render(<Notes content={[block, { type: 'paragraph' }]} />);
  await click(await findByRole('button', `Delete ${name.toLowerCase()}`));
  await findByRole('button', 'Undo');
  expect(shown(name)).toBeNull();
  await click(await findByRole('button', 'Undo'));
  await vi.waitFor(() => expect(shown(name)).not.toBeNull());
});

it('asks before it deletes a published post', async () => {
  serveApi({ 'GET thread/v1/t/:url': () => new Refusal(404, 'not_found', 'No thread') });
  await render(<Notes content={[blog(true), { type: 'paragraph' }]} />);
  await click(await findByRole('button', 'Delete blog post'));
  await findByRole('alertdialog');
  expect(shown('Blog post')).not.toBeNull();
  await click(await findByRole('button', 'Delete'));
  await findByRole('button', 'Undo');
  expect(shown('Blog post')).toBeNull();
});

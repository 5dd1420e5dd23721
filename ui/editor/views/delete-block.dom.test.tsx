import { EditorContent, useEditor } from '@tiptap/react';
import { expect, it, vi } from 'vitest';
import type { JSONContent } from '@tiptap/core';
import { editorExtensions } from '#core/editor/schema.ts';
import { Refusal, serveApi } from '#ui/testing/api-stand-in.ts';
import { findByRole, findText, pageText, render } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { EditorHostContext } from '../editor-host.ts';
import { withView } from './registry.ts';

// The build provides these library versions for the editor's patches; this test needs none.
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

it('deletes a block with undo', async () => {
  await render(<Notes content={[insight, { type: 'paragraph' }]} />);
  await click(await findByRole('button', 'Delete insight'));
  await findText('deleted successfully');
  expect(shown('Insight')).toBeNull();
  await click(await findByRole('button', 'Undo'));
  await vi.waitFor(() => expect(shown('Insight')).not.toBeNull());
});

it.each([
  ['a draft', false, 'This deletes the post with all its text from the notes.'],
  ['a published post', true, 'The published post stays online until you unpublish it.'],
])('asks before it deletes %s, with undo', async (_, published, said) => {
  serveApi({ 'GET thread/v1/t/:url': () => new Refusal(404, 'not_found', 'No thread') });
  await render(<Notes content={[blog(published), { type: 'paragraph' }]} />);
  await click(await findByRole('button', 'Delete blog post'));
  expect(pageText(await findByRole('alertdialog'))).toContain(said);
  expect(shown('Blog post')).not.toBeNull();
  await click(await findByRole('button', 'Delete'));
  await findText('deleted successfully');
  expect(shown('Blog post')).toBeNull();
  await click(await findByRole('button', 'Undo'));
  await vi.waitFor(() => expect(shown('Blog post')).not.toBeNull());
});

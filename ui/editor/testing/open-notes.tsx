/** Notes in the real editor for tests, with typing, pasting and clicking like a user. */
import type { Editor, JSONContent } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import { onTestFinished, vi } from 'vitest';
import { Doc } from 'yjs';
import { docToMarkdown } from '#core/editor/markdown.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { getByRole, render, settle, type Rendered } from '#ui/testing/screen.tsx';
import type { EditorHost } from '../editor-host.ts';
import type { NoteClip } from '../note-clips.ts';
import { type BlockEdits, NotesEditor, type NotesEditorProps } from '../notes-editor.tsx';
import { editorTexts } from '../texts/editor.ts';

export const THREAD = '00000000-0000-4000-8000-000000000001';

const text = (words: string): JSONContent[] =>
  words === '' ? [] : [{ type: 'text', text: words }];
export const paragraph = (words: string): JSONContent => ({
  type: 'paragraph',
  content: text(words),
});
export const heading = (level: number, words: string): JSONContent => ({
  type: 'heading',
  attrs: { level },
  content: text(words),
});
export const block = (
  type: string,
  attrs: Record<string, unknown>,
  ...content: JSONContent[]
): JSONContent => ({
  type,
  attrs: { _id: `${type}-1`, ...attrs },
  ...(content.length > 0 && { content }),
});

export interface OpenNotes extends Rendered {
  editor: Editor;
  /** changes that the page can make to blocks */
  edits: BlockEdits;
  /** the reported clips of the notes, latest last */
  clips: (readonly NoteClip[])[];
  /** the notes as Markdown */
  markdown(): string;
  /** the types of the top-level blocks */
  types(): string[];
  /** the attributes of the first block of this type */
  attributes(type: string): Record<string, unknown>;
  /** selects the words, or puts the cursor there if `to` is 'start' or 'end' */
  select(words: string, to?: 'start' | 'end' | 'all'): Promise<void>;
  /** selects the block at this position of the notes */
  selectBlock(index: number): Promise<void>;
  /** types letter by letter at the cursor */
  write(words: string): Promise<void>;
  /** presses a key in the text */
  key(key: string, held?: Partial<KeyboardEventInit>): Promise<void>;
  /** pastes clipboard data, by type */
  paste(data: Record<string, string>, files?: File[]): Promise<void>;
  /** the element of the text */
  field: HTMLElement;
}

const hostWith = (more: Partial<EditorHost> = {}): EditorHost => ({
  readOnly: false,
  onGo: () => undefined,
  titleOf: () => undefined,
  renderAnswer: (answer) => answer,
  ...more,
});

const nothing = () => [];

/** Opens notes with this content; `host` defaults to an editor's. */
export async function openNotes(
  content: readonly JSONContent[] = [paragraph('')],
  host: Partial<EditorHost> = {},
  more: Partial<NotesEditorProps> = {},
): Promise<OpenNotes> {
  let editor: Editor | undefined;
  let edits: BlockEdits | undefined;
  const clips: (readonly NoteClip[])[] = [];
  const Host: NotesEditorProps['Host'] = (props) => {
    editor = props.editor;
    return null;
  };
  // jsdom stores no files, so the notes report that images aren't stored.
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const document = new Doc();
  prosemirrorJSONToYXmlFragment(
    notesSchema(),
    { type: 'doc', content: [...content] },
    document.getXmlFragment('default'),
  );
  const rendered = await render(
    <NotesEditor
      document={document}
      threadId={THREAD}
      host={hostWith(host)}
      puts
      pageCommands={nothing}
      Host={Host}
      onReady={(given) => {
        edits = given;
      }}
      onClips={(now) => clips.push(now)}
      {...more}
    />,
  );
  onTestFinished(() => said.mockRestore());
  if (!editor || !edits) throw new Error('The notes have not opened.');
  return openedNotes(rendered, editor, edits, clips, editor.view.dom);
}

function openedNotes(
  rendered: Rendered,
  editor: Editor,
  edits: BlockEdits,
  clips: (readonly NoteClip[])[],
  field: HTMLElement,
): OpenNotes {
  const put = async (make: () => TextSelection | NodeSelection) => {
    editor.view.focus();
    // jsdom reports an older selection again, which the editor follows.
    await vi.waitFor(async () => {
      if (!editor.state.selection.eq(make()))
        editor.view.dispatch(editor.state.tr.setSelection(make()));
      await settle();
      if (!editor.state.selection.eq(make())) throw new Error('Another selection came.');
    });
  };
  return {
    ...rendered,
    editor,
    edits,
    clips,
    field,
    markdown: () => docToMarkdown(editor.getJSON()).trim(),
    types: () => (editor.getJSON().content ?? []).map(({ type }) => type),
    attributes(type) {
      let found: Record<string, unknown> | undefined;
      editor.state.doc.descendants((node) => {
        if (node.type.name === type) found ??= node.attrs;
      });
      if (!found) throw new Error(`No ${type} in the notes.`);
      return found;
    },
    select: (words, to = 'all') => put(() => selectionOf(editor, words, to)),
    selectBlock: (index) => {
      let at = 0;
      for (let n = 0; n < index; n += 1) at += editor.state.doc.child(n).nodeSize;
      return put(() => NodeSelection.create(editor.state.doc, at));
    },
    async write(words) {
      for (const letter of words) typeLetter(editor, letter);
      await settle();
    },
    async key(key, held = {}) {
      const init = { key, bubbles: true, cancelable: true, composed: true, ...held };
      field.dispatchEvent(new KeyboardEvent('keydown', init));
      field.dispatchEvent(new KeyboardEvent('keyup', init));
      await settle();
    },
    async paste(data, files = []) {
      field.dispatchEvent(pasteEvent(data, files));
      await settle();
    },
  };
}

function selectionOf(editor: Editor, words: string, to: 'start' | 'end' | 'all'): TextSelection {
  const { doc } = editor.state;
  let at = -1;
  doc.descendants((node, position) => {
    if (at < 0 && node.text?.includes(words)) at = position + node.text.indexOf(words);
  });
  if (at < 0) throw new Error(`No "${words}" in the notes.`);
  const [from, end] = [at, at + words.length];
  return TextSelection.create(doc, to === 'end' ? end : from, to === 'start' ? from : end);
}

/** Types like a browser: a handler can prevent a letter, which is inserted otherwise. */
function typeLetter({ view }: Editor, letter: string): void {
  const { from, to } = view.state.selection;
  const insert = () => view.state.tr.insertText(letter, from, to);
  if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, letter, insert)))
    view.dispatch(insert());
}

function pasteEvent(data: Record<string, string>, files: File[]): Event {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'clipboardData', {
    value: {
      types: [...Object.keys(data), ...(files.length > 0 ? ['Files'] : [])],
      files,
      items: [],
      getData: (type: string) => data[type] ?? '',
    },
  });
  return event;
}

/** The text of the notes, by role. */
export const notesField = (): HTMLElement => getByRole('textbox', editorTexts.notes.label);

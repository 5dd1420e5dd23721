/** Pasted content: HTML of any program, Markdown, or an address that may become a source. */
import { Extension } from '@tiptap/core';
import { Fragment, type ResolvedPos, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { isInTable } from '@tiptap/pm/tables';
import type { EditorView } from '@tiptap/pm/view';
import { place } from '#core/editor/blocks/place/block.ts';
import type { LocatorLink } from '#core/editor/locator-link.ts';
import { docFromMarkdown } from '#core/editor/markdown.ts';
import { isSafeLink } from '#core/editor/schema.ts';
import { cleanHtml } from './clean-html.ts';
import { pastedLink, positionInLink } from './pasted-link.ts';
import { tableIn } from './pasted-table.ts';
import { readsAsMarkdown } from './reads-as-markdown.ts';

/** An address that was inserted as a link, and its position. */
export interface PastedLink {
  address: string;
  from: number;
  to: number;
}

export interface PasteOptions {
  /** Called for a link to an external page, which may become a source. */
  onLink: (link: PastedLink) => void;
  /** origin of this Gloss, whose own links become chips */
  origin: string;
  /** whether the thread has this source */
  hasSource: (sourceId: string) => boolean;
}

export const paste = (options: PasteOptions) =>
  Extension.create({
    // The editor already has an extension called paste.
    name: 'pastedText',
    // Before the link extension, which would handle addresses itself.
    priority: 1100,
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          transformPastedHTML: cleanHtml,
          handleDOMEvents: { paste: putLongMarkdown },
          clipboardTextParser: readLongText,
          handlePaste(view, event) {
            const data = event.clipboardData;
            const text = data?.getData('text/plain') ?? '';
            if (!data || text === '' || view.state.selection.$from.parent.type.spec.code)
              return false;
            const address = pastedLink(text);
            if (address !== undefined && isSafeLink(address))
              return putLink(view, address, options);
            const editors = data.getData('vscode-editor-data');
            const html = data.getData('text/html');
            if (html !== '' && editors === '') return false;
            return putWritten(view, text, editors);
          },
        },
      }),
    ],
  });

/** Longer text takes ProseMirror a long time to split into lines, which Markdown does not need. */
const MIN_LONG = 20_000;

/** Handles long Markdown before ProseMirror parses it. */
function putLongMarkdown(view: EditorView, event: ClipboardEvent): boolean {
  const data = event.clipboardData;
  const text = data?.getData('text/plain') ?? '';
  if (
    !view.editable ||
    text.length < MIN_LONG ||
    data?.types.some((type) => type !== 'text/plain') ||
    view.state.selection.$from.parent.type.spec.code ||
    !readsAsMarkdown(text)
  )
    return false;
  event.preventDefault();
  return putWritten(view, text, '');
}

/** Like ProseMirror's text parsing, without elements. */
function readLongText(text: string, $context: ResolvedPos): Slice {
  const { paragraph } = $context.doc.type.schema.nodes;
  // ProseMirror parses it if this returns no slice.
  if (text.length < MIN_LONG || !paragraph) return undefined as unknown as Slice;
  const { schema } = paragraph;
  const marks = $context.marks();
  const blocks = text
    .split(/(?:\r\n?|\n)+/)
    .map((line) => paragraph.create(null, line === '' ? null : schema.text(line, marks)));
  return Slice.maxOpen(Fragment.from(blocks), true);
}

function putLink(
  view: EditorView,
  address: string,
  { onLink, origin, hasSource }: PasteOptions,
): boolean {
  const { state } = view;
  const mark = state.schema.marks['link']?.create({ href: address });
  const { from, to, empty } = state.selection;
  if (!mark || !state.selection.$from.parent.inlineContent) return false;
  if (!empty) {
    view.dispatch(state.tr.addMark(from, to, mark));
    return true;
  }
  const at = positionInLink(address, origin);
  if (at && hasSource(at.sourceId)) return putPosition(view, at);
  view.dispatch(
    state.tr
      .replaceSelectionWith(state.schema.text(address, [mark]), false)
      .removeStoredMark(mark)
      .scrollIntoView(),
  );
  // A page of Gloss can't become a source.
  if (new URL(address).origin === origin) return true;
  onLink({ address, from, to: from + address.length });
  return true;
}

/** With its first row as the header. */
function putTable({ state, dispatch }: EditorView, rows: readonly string[][]): boolean {
  const table = state.schema.nodeFromJSON({
    type: 'table',
    content: rows.map((cells, at) => ({
      type: 'tableRow',
      content: cells.map((cell) => ({
        type: at === 0 ? 'tableHeader' : 'tableCell',
        content: [
          { type: 'paragraph', ...(cell !== '' && { content: [{ type: 'text', text: cell }] }) },
        ],
      })),
    })),
  });
  dispatch(state.tr.replaceSelectionWith(table).scrollIntoView().setMeta('paste', true));
  return true;
}

function putPosition(
  { state, dispatch }: EditorView,
  { sourceId, medium, position }: LocatorLink,
): boolean {
  const chip = state.schema.nodes[place.name]?.create(
    place.clean({ source_id: sourceId, medium, place: position }),
  );
  if (!chip) return false;
  dispatch(
    state.tr.replaceSelection(new Slice(Fragment.from([chip, state.schema.text(' ')]), 0, 0)),
  );
  return true;
}

/** Text from a code editor is code, unless it was Markdown. */
function putWritten(view: EditorView, text: string, editors: string): boolean {
  const { state } = view;
  const language = /"mode"\s*:\s*"([\w+#.-]+)"/.exec(editors)?.[1];
  if (
    language !== undefined &&
    language !== 'markdown' &&
    language !== 'plaintext' &&
    text.includes('\n')
  ) {
    const block = state.schema.nodes['codeBlock']?.create(
      { language },
      state.schema.text(text.replaceAll('\r\n', '\n')),
    );
    if (block) view.dispatch(state.tr.replaceSelectionWith(block).scrollIntoView());
    return block !== undefined;
  }
  if (!readsAsMarkdown(text)) {
    const rows = isInTable(state) ? undefined : tableIn(text);
    return rows !== undefined && putTable(view, rows);
  }
  const doc = state.schema.nodeFromJSON(docFromMarkdown(text.replaceAll('\r\n', '\n')));
  const only =
    doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' ? doc.firstChild : undefined;
  const slice = only ? new Slice(only.content, 0, 0) : new Slice(Fragment.from(doc.content), 0, 0);
  view.dispatch(state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true));
  return true;
}

/** What is pasted: as HTML of any program, as Markdown, as an address that may become a source. */
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

/** An address that was put as a link, and where. */
export interface PastedLink {
  address: string;
  from: number;
  to: number;
}

export interface PasteOptions {
  /** Called for a link to a page elsewhere, which may become a source. */
  onLink: (link: PastedLink) => void;
  /** of this Gloss, whose own links become chips */
  origin: string;
  /** whether the thread has this source */
  hasSource: (sourceId: string) => boolean;
}

export const paste = (options: PasteOptions) =>
  Extension.create({
    // The editor has one of its own called paste.
    name: 'pastedText',
    // Before the link extension, which would take addresses for itself.
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

/** Longer text would take ProseMirror long to read as lines, which Markdown has no use for. */
const MIN_LONG = 20_000;

/** Takes long Markdown before ProseMirror reads it. */
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

/** As ProseMirror reads text, without elements in between. */
function readLongText(text: string, $context: ResolvedPos): Slice {
  const { paragraph } = $context.doc.type.schema.nodes;
  // ProseMirror reads it itself where this is no slice.
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
  // A page of Gloss cannot become a source.
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

/** Of an editor of code it is code, unless that was Markdown. */
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

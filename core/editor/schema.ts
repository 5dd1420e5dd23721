/**
 * The only schema of the notes: the browser's editor, the server and every export use these
 * extensions.
 */
import { type Extensions, getSchema, Mark, Node } from '@tiptap/core';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Schema } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import { BLOCKS } from './blocks/registry.ts';
import { CodeFence, DEFAULT_LANGUAGE } from './code-fence.ts';
import { UnderscoreMarks, withDelimiters } from './delimited-marks.ts';
import { quickLinks } from './quick-links.ts';
import { skipPlainTyping } from './plain-typing.ts';
import { HighlightMark } from './highlight-mark.ts';
import { TextBlocks } from './text-blocks.ts';

const SAFE_LINK = /^(https?:\/\/|mailto:)[^\s]/i;
/** Links go to the web, to an email address, or to a position in this workspace. */
export const isSafeLink = (href: unknown): href is string =>
  typeof href === 'string' &&
  href.length <= 4096 &&
  (SAFE_LINK.test(href) || href.startsWith('?source='));

/** An address without its protocol, which is linked while typing. */
const BARE_DOMAIN =
  /^(www\.[\w-]+(\.[\w-]+)+|[\w-]+(\.[\w-]+)*\.(com|org|net|edu|gov|info|io|dev|app|ai))([/?#:]\S*)?$/i;

const Notes = Node.create({
  name: 'doc',
  topNode: true,
  content: '(block | outermost)+',
  renderMarkdown: ({ content = [] }, { renderChildren }) => renderChildren(content, '\n\n'),
});

const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((it) =>
      it instanceof Mark && it.name === 'link'
        ? it.extend({ ...skipPlainTyping, ...quickLinks })
        : withDelimiters(it),
    );
  },
});

export interface EditorOptions {
  /** each block follows the direction of its text; useful where it is displayed */
  directed?: boolean;
  /** off if the shared document has its own undo */
  undo?: boolean;
  /** replaces the headless node of a block or a task: the browser adds its view */
  view?: (node: Node) => Node;
}

export function editorExtensions({
  undo = false,
  directed = false,
  view = (node) => node,
}: EditorOptions = {}): Extensions {
  const HTMLAttributes = directed ? { dir: 'auto' } : {};
  return [
    Notes,
    Kit.configure({
      document: false,
      paragraph: { HTMLAttributes },
      blockquote: { HTMLAttributes },
      bulletList: { HTMLAttributes },
      orderedList: { HTMLAttributes },
      codeBlock: {
        defaultLanguage: DEFAULT_LANGUAGE,
        enableTabIndentation: true,
        tabSize: 2,
        HTMLAttributes: directed ? { dir: 'ltr' } : {},
      },
      ...(undo ? {} : { undoRedo: false }),
      // This extension would write to the document when it is opened.
      trailingNode: false,
      dropcursor: { width: 2, color: false, class: 'note-drop' },
      heading: { levels: [1, 2, 3], HTMLAttributes },
      link: {
        openOnClick: false,
        autolink: true,
        defaultProtocol: 'https',
        isAllowedUri: (url) => isSafeLink(url) || BARE_DOMAIN.test(url),
        HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
      },
    }),
    withDelimiters(HighlightMark),
    UnderscoreMarks,
    CodeFence,
    TaskList.configure({ HTMLAttributes }),
    view(TaskItem.configure({ nested: true })),
    Table.extend(skipPlainTyping).configure({ resizable: false, HTMLAttributes }),
    TableRow,
    TableHeader,
    TableCell,
    TextBlocks,
    ...BLOCKS.map((block) => view(block.node)),
  ];
}

let schema: Schema | undefined;
/** The schema without an editor. */
export const notesSchema = (): Schema => (schema ??= getSchema(editorExtensions()));

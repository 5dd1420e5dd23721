/** The one schema of the notes: the browser's editor, the server and every export are made from these extensions. */
import { type Extensions, getSchema } from '@tiptap/core';
import Highlight from '@tiptap/extension-highlight';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Schema } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import { BLOCKS } from './blocks/registry.ts';
import { TextBlocks } from './text-blocks.ts';

const SAFE_LINK = /^(https?:\/\/|mailto:)[^\s]/i;
/** Links lead to the web, to a mail, or to a place in this workspace. */
export const isSafeLink = (href: unknown): href is string => typeof href === 'string' && href.length <= 4096 && (SAFE_LINK.test(href) || href.startsWith('?source='));

export interface EditorOptions {
  /** off where the shared document keeps its own undo */ undo?: boolean;
  /** of a block's node, in place of its headless one: the browser adds its view */ view?: (node: (typeof BLOCKS)[number]['node']) => (typeof BLOCKS)[number]['node'];
}

export function editorExtensions({ undo = false, view = (node) => node }: EditorOptions = {}): Extensions {
  return [
    StarterKit.configure({
      ...(undo ? {} : { undoRedo: false }),
      // It writes to the document when somebody merely looks at it.
      trailingNode: false,
      heading: { levels: [1, 2, 3] },
      link: {
        openOnClick: false, autolink: true, defaultProtocol: 'https',
        isAllowedUri: (url) => isSafeLink(url),
        HTMLAttributes: { rel: 'noopener noreferrer nofollow', target: '_blank' },
      },
    }),
    Highlight,
    TaskList, TaskItem.configure({ nested: true }),
    Table.configure({ resizable: false }), TableRow, TableHeader, TableCell,
    TextBlocks,
    ...BLOCKS.map((block) => view(block.node)),
  ];
}

let schema: Schema | undefined;
/** The schema without an editor. */
export const notesSchema = (): Schema => (schema ??= getSchema(editorExtensions()));

import type { Editor } from '@tiptap/core';
import { BLOCKS } from './blocks/registry.ts';
import type { SlashEntry } from './block.ts';
import { insertBlocks } from './insert-blocks.ts';

export interface SlashCommand extends SlashEntry {
  id: string;
  run(editor: Editor): void;
}

const TEXT: readonly SlashCommand[] = [
  {
    id: 'text',
    title: 'Text',
    group: 'text',
    icon: 'text',
    hint: 'Plain text',
    keywords: ['paragraph'],
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  ...([1, 2, 3] as const).map(
    (level): SlashCommand => ({
      id: `heading-${level}`,
      title: `Heading ${level}`,
      group: 'text',
      icon: `heading-${level}`,
      hint:
        ['Large section heading', 'Medium section heading', 'Small section heading'][level - 1] ??
        '',
      keywords: ['title', `h${level}`],
      run: (editor) => editor.chain().focus().setHeading({ level }).run(),
    }),
  ),
  {
    id: 'bullets',
    title: 'Bulleted list',
    group: 'lists',
    icon: 'bullets',
    hint: 'A simple bulleted list',
    keywords: ['ul', 'unordered'],
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'numbers',
    title: 'Numbered list',
    group: 'lists',
    icon: 'numbers',
    hint: 'A list with numbers',
    keywords: ['ol', 'ordered'],
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'tasks',
    title: 'Checklist',
    group: 'lists',
    icon: 'tasks',
    hint: 'Track tasks with checkboxes',
    keywords: ['task', 'todo', 'checkbox'],
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    id: 'table',
    title: 'Table',
    group: 'lists',
    icon: 'table',
    hint: 'Rows and columns',
    keywords: ['grid', 'cells'],
    run: (editor) =>
      editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    id: 'blockquote',
    title: 'Quote',
    group: 'text',
    icon: 'quotation',
    hint: 'Quotation',
    keywords: ['blockquote', 'cite'],
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    id: 'code',
    title: 'Code',
    group: 'text',
    icon: 'code',
    hint: 'Code with syntax highlighting',
    keywords: ['pre', 'snippet'],
    run: (editor) => editor.chain().focus().toggleCodeBlock({ language: 'javascript' }).run(),
  },
  {
    id: 'divider',
    title: 'Divider',
    group: 'text',
    icon: 'divider',
    hint: 'A horizontal line',
    keywords: ['hr', 'rule'],
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** Chips of the open source's current position; the page makes them by this id. */
const POSITIONS: readonly (SlashEntry & { id: 'timestamp' | 'page' })[] = [
  {
    id: 'timestamp',
    title: 'Timestamp',
    group: 'sources',
    icon: 'clock',
    hint: 'Link to the current video time',
    keywords: ['time', 'chip', 'position', 'reference'],
  },
  {
    id: 'page',
    title: 'Page',
    group: 'sources',
    icon: 'book',
    hint: 'Link to the current PDF page',
    keywords: ['chip', 'position', 'reference'],
  },
];

/**
 * `hosts`: what the page can make, by name. Commands that only a page can make are hidden
 * otherwise.
 */
export function slashCommands(
  query: string,
  hosts: Readonly<Record<string, (() => void) | undefined>> = {},
  /** further commands of the page */
  own: readonly SlashCommand[] = [],
): SlashCommand[] {
  const blocks = BLOCKS.flatMap(({ name, slash, clean }): SlashCommand[] => {
    const host = hosts[name];
    if (!slash || (slash.needsHost && !host)) return [];
    const put = (editor: Editor) => {
      const fresh = editor.schema.nodes[name]?.createAndFill(
        clean({ _id: crypto.randomUUID(), createdAt: new Date().toISOString() }),
      );
      if (fresh) insertBlocks(editor, [fresh.toJSON()]);
    };
    return [{ ...slash, id: name, run: (editor) => (host ? host() : put(editor)) }];
  });
  const positions = POSITIONS.flatMap((entry): SlashCommand[] => {
    const host = hosts[entry.id];
    return host ? [{ ...entry, run: host }] : [];
  });
  const needle = query.trim().toLowerCase();
  return [...TEXT, ...positions, ...blocks, ...own].filter(
    ({ title, keywords }) =>
      needle === '' ||
      [title, ...keywords].some(
        (word) =>
          word
            .toLowerCase()
            .split(' ')
            .some((part) => part.startsWith(needle)) || word.toLowerCase().startsWith(needle),
      ),
  );
}

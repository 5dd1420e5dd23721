/** The types that a text block can become. */
import type { Editor } from '@tiptap/core';
import type { NodeType } from '@tiptap/pm/model';
import { BLOCKS } from '#core/editor/blocks/registry.ts';
import { editorTexts } from '../texts/editor.ts';

const { names } = editorTexts.blocks;

export interface BlockTurn {
  id: string;
  name: string;
  is(editor: Editor): boolean;
  run(editor: Editor): void;
}

const plain = (editor: Editor) => editor.chain().focus().clearNodes();
const wrapIn = (editor: Editor, name: string) => {
  const type: NodeType | undefined = editor.schema.nodes[name];
  if (type) plain(editor).wrapIn(type, { _id: crypto.randomUUID() }).run();
};

export const TURNS: readonly BlockTurn[] = [
  {
    id: 'paragraph',
    name: names.paragraph,
    is: (editor) => editor.isActive('paragraph') && editor.state.selection.$from.depth === 1,
    run: (editor) => {
      plain(editor).setParagraph().run();
    },
  },
  ...([1, 2, 3] as const).map(
    (level): BlockTurn => ({
      id: `heading-${level}`,
      name: names.heading(level),
      is: (editor) => editor.isActive('heading', { level }),
      run: (editor) => {
        plain(editor).setHeading({ level }).run();
      },
    }),
  ),
  {
    id: 'bullets',
    name: names.bullets,
    is: (editor) => editor.isActive('bulletList'),
    run: (editor) => {
      plain(editor).toggleBulletList().run();
    },
  },
  {
    id: 'numbers',
    name: names.numbers,
    is: (editor) => editor.isActive('orderedList'),
    run: (editor) => {
      plain(editor).toggleOrderedList().run();
    },
  },
  {
    id: 'tasks',
    name: names.tasks,
    is: (editor) => editor.isActive('taskList'),
    run: (editor) => {
      plain(editor).toggleTaskList().run();
    },
  },
  {
    id: 'quote',
    name: names.quote,
    is: (editor) => editor.isActive('blockquote'),
    run: (editor) => {
      plain(editor).toggleBlockquote().run();
    },
  },
  {
    id: 'code',
    name: names.code,
    is: (editor) => editor.isActive('codeBlock'),
    run: (editor) => {
      plain(editor).setCodeBlock().run();
    },
  },
  // Text can become the content of any container in the notes.
  ...BLOCKS.filter((block) => block.isContainer && !block.topLevelOnly).map(
    ({ name, slash }): BlockTurn => ({
      id: name,
      name: slash?.title ?? name,
      is: (editor) => editor.isActive(name),
      run: (editor) => {
        wrapIn(editor, name);
      },
    }),
  ),
];

/** Text and its containers, without blocks that have their own view. */
export const canTurn = (editor: Editor): boolean =>
  !('node' in editor.state.selection) && !editor.isActive('table') && !editor.isActive('blog');

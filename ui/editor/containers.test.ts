import { getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { expect, it } from 'vitest';
import { Doc, XmlElement, XmlText } from 'yjs';
import { defineBlock } from '#core/editor/block.ts';
import { editorExtensions, notesSchema } from '#core/editor/schema.ts';
import { isContainer, ordersBlocks } from './containers.ts';
import { moveBlocks } from './handles/block-moves.ts';
import { liftPosts } from './shared-notes.ts';

/** A container type unknown to all other files of Gloss. */
const aside = defineBlock({
  name: 'aside',
  content: 'block+',
  attributes: {},
  text: () => '',
  html: () => [],
  markdown: {
    tokenizer: { name: 'aside', level: 'block', start: () => -1, tokenize: () => undefined },
    parse: () => ({}),
    render: (_, held) => held,
  },
  example: {},
});
const schema = getSchema([...editorExtensions(), aside.node]);

it('moves a block inside a new container type', () => {
  const p = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const state = EditorState.create({
    doc: schema.nodeFromJSON({
      type: 'doc',
      content: [{ type: 'aside', content: [p('one'), p('two')] }, p('three')],
    }),
  });
  const inside = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 3)));
  const { tr } = inside;
  expect(moveBlocks(inside, tr, 1)).toBe(true);
  expect(tr.doc.textBetween(0, tr.doc.content.size, '|')).toBe('two|one|three');
});

it('lifts a post out of a new container type', () => {
  const element = (name: string, ...held: (XmlElement | XmlText)[]): XmlElement => {
    const made = new XmlElement(name);
    made.insert(0, held);
    return made;
  };
  const notes = new Doc().getXmlFragment('default');
  notes.insert(0, [element('aside', element('blog', element('paragraph', new XmlText('inner'))))]);
  liftPosts(notes, schema);
  expect(notes.toJSON()).toBe('<aside><paragraph>inner</paragraph></aside>');
});

it('reads the containers of the notes from their schema', () => {
  const named = (is: typeof isContainer) =>
    Object.values(notesSchema().nodes).flatMap((type) => (is(type) ? [type.name] : []));
  expect(named(ordersBlocks).sort()).toEqual([
    'blockquote',
    'blog',
    'bulletList',
    'callout',
    'doc',
    'orderedList',
    'taskList',
    'toggle',
  ]);
  expect(named((type) => isContainer(type) && !ordersBlocks(type)).sort()).toEqual([
    'listItem',
    'table',
    'tableCell',
    'tableHeader',
    'tableRow',
    'taskItem',
  ]);
});

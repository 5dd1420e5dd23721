/**
 * Attributes of plain text blocks: the shared ones, and the indent of paragraphs and headings.
 */
import { Extension } from '@tiptap/core';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { z } from 'zod';
import { MAX_INDENT, SHARED_ATTRIBUTES } from './fields.ts';

const { indent, ...identity } = SHARED_ATTRIBUTES;
export const INDENT_PX = 30;
const INDENTED = ['paragraph', 'heading'];
const TEXT_BLOCKS = [
  ...INDENTED,
  'blockquote',
  'codeBlock',
  'bulletList',
  'orderedList',
  'taskList',
  'table',
  'horizontalRule',
];

const schema = z.object({ ...identity, indent });
/** Validates the shared attributes of any node. */
export const cleanShared = (attrs: Readonly<Record<string, unknown>>): z.infer<typeof schema> =>
  schema.parse(attrs);

const identityAttribute = (name: keyof typeof identity) => ({
  default: null,
  keepOnSplit: false,
  parseHTML: (element: HTMLElement) =>
    identity[name].parse(element.getAttribute(`data-${name.toLowerCase()}`)),
  renderHTML: (attrs: Record<string, unknown>) => {
    const value = identity[name].parse(attrs[name]);
    return value === null ? {} : { [`data-${name.toLowerCase()}`]: value };
  },
});

const indentAttribute = {
  default: 0,
  parseHTML: (element: HTMLElement) =>
    indent.parse(Number(element.getAttribute('data-indent') ?? 0)),
  renderHTML: (attrs: Record<string, unknown>) => {
    const level = indent.parse(attrs['indent']);
    return level === 0
      ? {}
      : { 'data-indent': String(level), style: `margin-left: ${level * INDENT_PX}px` };
  },
};

export const TextBlocks = Extension.create({
  name: 'textBlocks',
  addGlobalAttributes: () => [
    {
      types: TEXT_BLOCKS,
      attributes: Object.fromEntries(
        (Object.keys(identity) as (keyof typeof identity)[]).map((name) => [
          name,
          identityAttribute(name),
        ]),
      ),
    },
    { types: INDENTED, attributes: { indent: indentAttribute } },
  ],
  addKeyboardShortcuts() {
    // Tab leaves the editor if nothing changes.
    const shift = (by: 1 | -1) => () =>
      this.editor.commands.command(({ state, tr }) => shiftIndent(state, tr, by));
    return { Tab: shift(1), 'Shift-Tab': shift(-1) };
  },
});

/** Nodes in which Tab has another meaning. */
const OWN_TAB = new Set(['bulletList', 'orderedList', 'taskList', 'table', 'codeBlock']);

/**
 * Indents or outdents the selected paragraphs, headings and images; returns `false` if none can
 * move.
 */
export function shiftIndent({ selection, doc }: EditorState, tr: Transaction, by: 1 | -1): boolean {
  let moved = false;
  doc.nodesBetween(selection.from, selection.to, (node, position) => {
    const name = node.type.name;
    if (OWN_TAB.has(name)) return false;
    if (!INDENTED.includes(name) && name !== 'image') return true;
    const was = indent.parse(node.attrs['indent']);
    const next = Math.min(MAX_INDENT, Math.max(0, was + by));
    if (next !== was) {
      tr.setNodeAttribute(position, 'indent', next);
      moved = true;
    }
    return false;
  });
  return moved;
}

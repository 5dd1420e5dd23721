/** What plain text blocks carry besides their words: the shared attributes, and the indent of paragraphs and headings. */
import { Extension } from '@tiptap/core';
import { z } from 'zod';
import { MAX_INDENT, SHARED } from './fields.ts';

const { indent, ...identity } = SHARED;
const INDENT_PX = 30;
const INDENTED = ['paragraph', 'heading'];
const TEXT_BLOCKS = [...INDENTED, 'blockquote', 'codeBlock', 'bulletList', 'orderedList', 'taskList', 'table', 'horizontalRule'];

const schema = z.object({ ...identity, indent });
/** The shared attributes of any node, made trustworthy. */
export const cleanShared = (attrs: Readonly<Record<string, unknown>>): z.infer<typeof schema> => schema.parse(attrs);

const kept = (name: keyof typeof identity) => ({
  default: null,
  keepOnSplit: false,
  parseHTML: (element: HTMLElement) => identity[name].parse(element.getAttribute(`data-${name.toLowerCase()}`)),
  renderHTML: (attrs: Record<string, unknown>) => {
    const value = identity[name].parse(attrs[name]);
    return value === null ? {} : { [`data-${name.toLowerCase()}`]: value };
  },
});

const indentAttribute = {
  default: 0,
  parseHTML: (element: HTMLElement) => indent.parse(Number(element.getAttribute('data-indent') ?? 0)),
  renderHTML: (attrs: Record<string, unknown>) => {
    const level = indent.parse(attrs['indent']);
    return level === 0 ? {} : { 'data-indent': String(level), style: `margin-left: ${level * INDENT_PX}px` };
  },
};

export const TextBlocks = Extension.create({
  name: 'textBlocks',
  addGlobalAttributes: () => [
    { types: TEXT_BLOCKS, attributes: Object.fromEntries((Object.keys(identity) as (keyof typeof identity)[]).map((name) => [name, kept(name)])) },
    { types: INDENTED, attributes: { indent: indentAttribute } },
  ],
  addKeyboardShortcuts() {
    const shift = (by: 1 | -1): boolean => {
      const { $from } = this.editor.state.selection;
      const name = $from.parent.type.name;
      // Within a list the list's own Tab holds; where nothing changes, Tab leaves the editor.
      if (!INDENTED.includes(name) || $from.depth > 1) return false;
      const was = indent.parse($from.parent.attrs['indent']);
      const next = Math.min(MAX_INDENT, Math.max(0, was + by));
      return next !== was && this.editor.commands.updateAttributes(name, { indent: next });
    };
    return { Tab: () => shift(1), 'Shift-Tab': () => shift(-1) };
  },
});

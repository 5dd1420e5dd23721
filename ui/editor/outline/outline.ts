/**
 * Headings and words of a note. A block is the same object until it is edited, so each is read
 * once.
 */
import type { Node } from '@tiptap/pm/model';
import { blockOf } from '#core/editor/blocks/registry.ts';

export interface Heading {
  /** its position in the document */
  position: number;
  level: number;
  text: string;
}

const headings = new WeakMap<Node, readonly Heading[]>();
const words = new WeakMap<Node, number>();

export function headingsOf(doc: Node): Heading[] {
  const all: Heading[] = [];
  doc.forEach((node, position) => {
    for (const it of headingsIn(node)) all.push({ ...it, position: position + it.position });
  });
  return all;
}

function headingsIn(node: Node): readonly Heading[] {
  const known = headings.get(node);
  if (known) return known;
  const found: Heading[] = [];
  const take = (it: Node, position: number) => {
    if (it.type.name === 'heading')
      found.push({ position, level: Number(it.attrs['level']), text: it.textContent.trim() });
    return !it.isTextblock;
  };
  if (take(node, 0)) node.descendants((inner, position) => take(inner, position + 1));
  headings.set(node, found);
  return found;
}

export function countWords(doc: Node): number {
  let sum = 0;
  doc.forEach((node) => {
    sum += wordsIn(node);
  });
  return sum;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsIn(node: Node): number {
  const known = words.get(node);
  if (known !== undefined) return known;
  let text = '';
  const take = (it: Node) => {
    if (it.isText) text += it.text ?? '';
    else
      text += ` ${blockOf(it.type.name)?.text(it.attrs) ?? ''} `.replace(
        /^ {2}$/,
        it.isInline ? ' ' : '\n',
      );
    return true;
  };
  take(node);
  node.descendants((inner) => take(inner));
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1;
  words.set(node, count);
  return count;
}

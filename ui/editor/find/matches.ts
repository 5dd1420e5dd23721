/** Finds text in a note: in its text nodes and in blocks that store text in attributes. */
import type { Node } from '@tiptap/pm/model';
import { blockOf } from '#core/editor/blocks/registry.ts';

export interface Match {
  from: number;
  to: number;
  /** the entire block, because its text is not text of the note */
  block: boolean;
}
export interface Wanted {
  words: string;
  matchCase: boolean;
}

const MOST = 10_000;

/**
 * Ignores case without changing lengths: a letter that becomes two would shift all following ones.
 */
const folded = (text: string): string =>
  [...text]
    .map((letter) => {
      const low = letter.toLowerCase();
      return low.length === letter.length ? low : letter;
    })
    .join('');

export function matchesIn(doc: Node, { words, matchCase }: Wanted): Match[] {
  if (words === '') return [];
  const fold = matchCase ? (text: string) => text : folded;
  const needle = fold(words);
  const found: Match[] = [];
  doc.descendants((node, position) => {
    if (found.length >= MOST) return false;
    if (node.isTextblock) {
      // An inline chip counts as one character, like its one position.
      const text = fold(node.textBetween(0, node.content.size, undefined, '\uFFFC'));
      for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
        found.push({
          from: position + 1 + at,
          to: position + 1 + at + needle.length,
          block: false,
        });
      return node.content.size > 0 && !node.type.spec.code;
    }
    const block = node.isText ? undefined : blockOf(node.type.name);
    if (block && !block.isContainer && fold(block.text(node.attrs)).includes(needle))
      found.push({ from: position, to: position + node.nodeSize, block: true });
    return true;
  });
  return found;
}

/** Where words stand in a note: in its text, and in blocks that keep theirs to themselves. */
import type { Node } from '@tiptap/pm/model';
import { blockOf } from '#core/editor/blocks/registry.ts';

export interface Match {
  from: number;
  to: number;
  /** the whole block, for its words are not text of the note */
  block: boolean;
}
export interface Wanted {
  words: string;
  matchCase: boolean;
}

const MOST = 10_000;

/**
 * Upper and lower case alike, each letter where it was: a letter that becomes two would move all
 * that follow.
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
      // A chip within the line is one character, as it is one place.
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

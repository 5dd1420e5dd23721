/** Long texts, all different, and the same in every run. */
import type { Segment, Snapshot } from '#core/contract/snapshot.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A page with about this many characters of made-up words. */
export function longSnapshot(characters: number, seed = 1): Snapshot {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const word = (): string =>
    Array.from({ length: 3 + below(8) }, () => LETTERS.charAt(below(LETTERS.length))).join('');
  const sentence = (): string => `A ${Array.from({ length: 6 + below(14) }, word).join(' ')}.`;
  const segments: Segment[] = [];
  for (let length = 0; length < characters; ) {
    const text = Array.from({ length: 1 + below(8) }, sentence).join(' ');
    segments.push({
      text,
      role: below(20) === 0 ? 'heading' : 'text',
      at: { medium: 'flow', paragraph: segments.length + 1 },
    });
    length += text.length;
  }
  return { medium: 'flow', title: 'A long page', language: 'en', segments };
}

/** Returns the text with paragraphs removed, edited and moved. */
export function revisedSnapshot({ segments, ...rest }: Snapshot): Snapshot {
  const revised = segments.flatMap(({ text, role }, n): Pick<Segment, 'text' | 'role'>[] => {
    if (n % 50 === 3) return [];
    if (n % 50 === 7) return [{ role, text: text.replace(/\w+/, 'edited') }];
    if (n % 50 === 9)
      return [
        { role: 'text', text: `A new paragraph, the ${n}th, stands before this one.` },
        { text, role },
      ];
    return [{ text, role }];
  });
  return {
    ...rest,
    segments: revised.map((it, n) => ({ ...it, at: { medium: 'flow', paragraph: n + 1 } })),
  };
}

import { v7 as uuid } from 'uuid';
import { SourceId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import type { Passage } from '../retrieve.ts';

export const sourceId = () => SourceId.parse(uuid());

/** Passages numbered from 1, each of its own source and at its own second by default. */
export function passages(texts: readonly (string | Partial<Passage>)[]): Passage[] {
  return texts.map((it, at) => {
    const given = typeof it === 'string' ? { text: it } : it;
    const text = given.text ?? '';
    const locator: Locator = {
      medium: 'timed',
      startS: (at + 1) * 10,
      endS: (at + 2) * 10,
      quote: text.slice(0, 200),
    };
    return {
      n: at + 1,
      sourceId: sourceId(),
      title: `Source ${at + 1}`,
      heading: `Source ${at + 1}`,
      language: 'en',
      matched: true,
      locator,
      pieces: [
        {
          start: 0,
          end: text.length,
          from: 0,
          at: { medium: 'timed', startS: (at + 1) * 10, endS: (at + 2) * 10 },
        },
      ],
      ...given,
      text,
    };
  });
}

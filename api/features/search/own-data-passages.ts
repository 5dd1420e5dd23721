/** Data that an owner added to a source, as passages of the personal index. Pure. */
import { z } from 'zod';
import { OwnField } from '#core/contract/search.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { PersonalPassage } from './personal-passages.ts';

/** The id of a passage: the fields of its text, each with its `[start, end)`. */
const OwnDataKey = z.object({
  /** the order of the passage in its source */
  part: z.int(),
  fields: z.array(z.tuple([OwnField, z.int(), z.int()])),
});
type OwnDataKey = z.infer<typeof OwnDataKey>;
export interface MatchedField {
  field: OwnField;
  text: string;
  highlights: [number, number][];
}

const PART_CHARS = 1200;
const BETWEEN_TAGS = ' · ';

/** Splits text into parts of at most `PART_CHARS`, at white space if possible. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > PART_CHARS) {
    const space = rest.slice(0, PART_CHARS).search(/\s\S*$/u);
    const end = space > PART_CHARS / 2 ? space : PART_CHARS;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

/**
 * Title, tags and note share a passage, so that words of several fields are found together. This
 * includes the title of a bookmark, because it has no text with it.
 */
export function ownDataPassages({
  kept,
  title,
  embeddingStatus,
}: Pick<SourceRow, 'kept' | 'title' | 'embeddingStatus'>): PersonalPassage[] {
  const isUnreadable = embeddingStatus > EmbeddingStatus.ready;
  const ownTitle = kept.title ?? (isUnreadable ? title : '');
  const [note = '', ...moreNote] = partsOf(kept.note ?? '');
  const texts: [OwnField, string][][] = [
    [
      ['title', ownTitle],
      ['tag', (kept.tags ?? []).join(BETWEEN_TAGS)],
      ['note', note],
    ],
    ...moreNote.map((text): [OwnField, string][] => [['note', text]]),
    ...(kept.highlights ?? []).map((it): [OwnField, string][] => [
      ['highlight', it.text],
      ['note', it.note ?? ''],
    ]),
  ];
  return texts
    .flatMap((fields) => {
      const passage: OwnDataKey = { part: 0, fields: [] };
      let text = '';
      for (const [field, value] of fields) {
        if (value.trim() === '') continue;
        if (text !== '') text += '\n';
        passage.fields.push([field, text.length, text.length + value.length]);
        text += value;
      }
      return text === '' ? [] : [{ key: passage, text }];
    })
    .map(({ key, text }, part) => ({
      id: JSON.stringify({ ...key, part } satisfies OwnDataKey),
      heading: part === 0 ? '' : (kept.title ?? title),
      text,
      locator: { medium: 'flow', paragraph: part + 1, quote: '', prefix: '', suffix: '' },
    }));
}

/** Returns the fields of a passage that contain matched words. */
export function matchedFields(
  chunkId: string,
  text: string,
  highlights: readonly [number, number][],
): MatchedField[] {
  return OwnDataKey.parse(JSON.parse(chunkId)).fields.flatMap(([field, start, end]) => {
    const inside = highlights.flatMap(([from, to]): [number, number][] =>
      from >= start && to <= end ? [[from - start, to - start]] : [],
    );
    return inside.length === 0 ? [] : [{ field, text: text.slice(start, end), highlights: inside }];
  });
}

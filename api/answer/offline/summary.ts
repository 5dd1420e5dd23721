/**
 * Summaries: the most central sentences without repetition, in reading order, under the headings of
 * the source.
 */
import { textLength } from '#core/text/text-length.ts';
import type { OfflineInput } from '../contract.ts';
import {
  lengthFor,
  marked,
  ofSection,
  readThrough,
  titleOf,
  weightiest,
  type Reading,
} from './read-through.ts';
import type { ReadSentence } from './read-sentences.ts';
import type { Section } from './sections.ts';
import { filled, wordsOf, type Words } from './words.ts';

const GIST = 3;

export interface SummarySection {
  section: Section;
  /** in reading order */
  sentences: ReadSentence[];
}

/** Gives each section a share of the sentences, at least one if it has any. */
export function summariseSections(
  reading: Reading,
  count: number,
  besides: readonly ReadSentence[] = [],
): SummarySection[] {
  const chars = reading.sections.map((it) => textLength(it.passages));
  const all = chars.reduce((sum, it) => sum + it, 0);
  const used = [...besides];
  return reading.sections.flatMap((section, at) => {
    const share = Math.max(1, Math.round((count * (chars[at] ?? 0)) / Math.max(1, all)));
    const sentences = weightiest(ofSection(reading, section), share, used);
    used.push(...sentences);
    return sentences.length > 0 ? [{ section, sentences }] : [];
  });
}

/** Yields one section per source, or one per heading if there is only one source. */
export function* summariseOffline({ passages }: Pick<OfflineInput, 'passages'>): Generator<string> {
  const reading = readThrough(passages);
  const words = wordsOf(reading.language);
  if (reading.ranked.length === 0) {
    yield words.nothing;
    return;
  }
  const count = lengthFor(reading);
  if (reading.sections.length === 1) {
    yield weightiest(reading.ranked, count).map(marked).join(' ');
    return;
  }
  const gist = weightiest(reading.ranked, GIST);
  yield gist.map(marked).join(' ');
  yield* inSections(summariseSections(reading, count, gist), words);
}

/**
 * Yields points under headings: those of the sources if there are several, otherwise of the
 * sections.
 */
export function* inSections(
  sections: readonly SummarySection[],
  words: Words,
  level = 2,
): Generator<string> {
  const several = new Set(sections.map((it) => it.section.sourceId)).size > 1;
  let source: string | undefined;
  if (sections.length === 1) {
    yield (sections[0]?.sentences ?? []).map((it) => `\n- ${marked(it)}`).join('');
    return;
  }
  for (const [at, { section, sentences }] of sections.entries()) {
    if (several && section.sourceId !== source) {
      source = section.sourceId;
      yield `\n\n${'#'.repeat(level)} ${section.sourceTitle}`;
    }
    yield `\n\n${'#'.repeat(several ? level + 1 : level)} ${titleOf(section, filled(words.part, { n: at + 1 }))}\n`;
    for (const sentence of sentences) yield `\n- ${marked(sentence)}`;
  }
}

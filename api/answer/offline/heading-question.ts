/** Asks about a section of a source by its heading. */
import type { Medium } from '#core/contract/locator.ts';
import { stopWords } from '#pipeline/search/index.ts';
import type { Reading } from './read-through.ts';
import type { Section } from './sections.ts';
import { filled, wordsOf } from './words.ts';

const MAX_CHARS = 80;
/** headings that name no subject */
const GENERIC =
  /^(?:abstract|acknowledge?ments?|appendix|bibliography|conclusions?|contents|external links|further reading|index|introduction|notes|overview|preface|references|see also|summary|table of contents)$/i;
const NUMBERING = /^(?:(?:chapter|part|section)\s+\d+[.:)]?|\d+(?:\.\d+)+[.:)]?|\d+[.:)])\s+/i;
const IS_QUESTION = /[?？؟]$/;
/** nouns that a title ends with or that introduce its subject: "Style guide", "A guide to spacing" */
const GENRE =
  /\b(article|documentary|essay|guide|handbook|interview|lecture|manual|report|tutorial)(?:$| (?:about|for|of|on|to) )/i;
const NOUNS: Readonly<Record<Medium, string>> = {
  timed: 'video',
  paged: 'document',
  flow: 'page',
};
const LOWERCASE_WORDS = /(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]*/gu;
const CAPITALISED_WORDS = /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{Ll}\p{M}]*(?![\p{L}\p{M}\p{N}])/gu;

/**
 * Returns a function that writes the question for a section, "What does the guide say about
 * spacing?". It is undefined for sections without a heading, or with one that names no subject.
 */
export function headingQuestions(reading: Reading): (section: Section) => string | undefined {
  const words = wordsOf(reading.language);
  const isOnly = new Set(reading.sections.map((it) => it.sourceId)).size === 1;
  const inSentence = sentenceCase(reading);
  return ({ heading, sourceTitle, passages: [first] }) => {
    if (heading === undefined || heading.length > MAX_CHARS) return undefined;
    if (IS_QUESTION.test(heading)) return heading;
    const subject = heading.replace(NUMBERING, '').replace(/[.:;]$/, '');
    if (subject === '' || GENERIC.test(subject)) return undefined;
    if (words !== wordsOf('en')) return filled(words.under, { x: subject });
    // English needs no quotation marks, and names the kind of source.
    const about = inSentence(subject);
    if (!isOnly || !first) return `What do the sources say about ${about}?`;
    const noun = GENRE.exec(sourceTitle)?.[1]?.toLowerCase() ?? NOUNS[first.locator.medium];
    return `What does the ${noun} say about ${about}?`;
  };
}

/**
 * Writes a heading as it would read within a sentence. A word loses its capital if the text has it
 * in lower case, too; so does the first word, unless the text has it as a name.
 */
function sentenceCase(reading: Reading): (heading: string) => string {
  const sentences = reading.ranked.map((it) => it.sentence.text);
  const lowercase = stopWords('en').union(
    new Set(sentences.flatMap((it) => it.match(LOWERCASE_WORDS) ?? [])),
  );
  const names = new Set(sentences.flatMap((it) => it.slice(1).match(CAPITALISED_WORDS) ?? []));
  return (heading) =>
    heading.replace(CAPITALISED_WORDS, (word, at: number) =>
      word !== 'I' && (lowercase.has(word.toLowerCase()) || (at === 0 && !names.has(word)))
        ? word.toLowerCase()
        : word,
    );
}

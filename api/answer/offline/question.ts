/**
 * Determines from its form what a question asks for, and whether a sentence contains something of
 * that kind.
 */
import { cuePattern, cuesOf, languageCues, type AnswerType } from './cues.ts';

export interface AskedFor {
  /** the question without the words that only ask */
  about: string;
  wanted: AnswerType | undefined;
}

/** In order of precedence: "In what year did he …", "How long …". */
const ORDER: readonly AnswerType[] = ['time', 'amount', 'place', 'reason', 'person'];

export function askedFor(question: string, language: string): AskedFor {
  const base = languageCues(language);
  const cues = cuesOf(base);
  if (!cues) return { about: question, wanted: undefined };
  const wanted = ORDER.find(
    (it) => cues.asks[it] !== undefined && cuePattern(base, cues.asks[it]).test(question),
  );
  const asks = ORDER.flatMap((it) => cues.asks[it] ?? []);
  let about = question;
  for (const cue of [...asks, cues.asking]) about = about.replace(cuePattern(base, cue), ' ');
  return { about, wanted };
}

/** English questions for more than a fact: comparisons, causes, steps and surveys. */
const BEYOND_FACTS =
  /^\s*(?:please\s+)?(?:compare|contrast|summari[sz]e|list|explain|describe|outline|discuss|why|how (?:do|does|did|can|is|are|should|to)\b|what (?:are|were|do|does) (?!the (?:name|year|date))|tell me)|\b(?:differ|differences?|in common|according to each)\b/i;

/**
 * Tells whether one sentence can answer the question: it asks who, where, when, how much, or what.
 */
export function isFactual(question: string, language: string): boolean {
  const { wanted } = askedFor(question, language);
  if (wanted !== undefined) return wanted !== 'reason';
  const base = languageCues(language);
  return (
    (base === 'en' || base === 'und') &&
    /^(?:.*\b)?(?:what|which)\b/i.test(question) &&
    !BEYOND_FACTS.test(question)
  );
}

const YEAR = /(?<![\p{N}.,])(?:1\d{3}|20\d{2})(?![\p{N}]|[.,]\p{N})/u;
const DATE = /\p{N}\s?(?:年|月|日|년|월|일|世紀|世纪|세기)/u;
/**
 * Names begin with a capital in these languages, except for German, which capitalises every noun.
 */
const NAME =
  /(?=\p{Lu})(?<![\p{L}\p{N}])(?<!^["“„«‘'(\s]*)(?<![.!?:]["”’)\]]?\s+)\p{Lu}[\p{L}\p{M}’'-]*/gu;
const NAMES =
  /(?<![\p{L}\p{M}’'.-])\p{Lu}[\p{L}\p{M}’'.-]*\s+(?:(?:von|van|de|da|di|bin|ibn|al|el|фон|де)\s+)?\p{Lu}[\p{L}\p{M}’'-]+/gu;
/** a name in scripts without capitals, if it is marked */
const FOREIGN_NAME =
  /(?<![\p{Script=Han}\p{Script=Katakana}])[\p{Script=Han}\p{Script=Katakana}]+[·・＝][\p{Script=Han}\p{Script=Katakana}]+|[\p{Script=Katakana}ー]{4,}/gu;
const CASED = /\p{Lu}/u;

const without = (found: Iterable<RegExpMatchArray>, known: string): boolean =>
  [...found].some((it) => !known.includes(it[0].toLowerCase()));

/** Returns 0 to 1: how much of the sentence is of the requested type and not in the question. */
export function evidence(
  wanted: AnswerType,
  sentence: string,
  question: string,
  language: string,
): number {
  const base = languageCues(language);
  const cues = cuesOf(base);
  const known = question.toLowerCase();
  const figures = [...sentence.matchAll(/\p{N}+(?:[.,]\p{N}+)*/gu)].filter(
    (it) => !known.includes(it[0]),
  );
  const has = (cue: string | undefined): boolean =>
    cue !== undefined && without(sentence.matchAll(cuePattern(base, cue)), known);
  switch (wanted) {
    case 'amount':
      return figures.length > 0 || has(cues?.figure) ? 1 : 0;
    case 'time':
      if (figures.some((it) => YEAR.test(it[0])) || (DATE.test(sentence) && figures.length > 0))
        return 1;
      return has(cues?.time) ? 0.7 : figures.length > 0 ? 0.4 : 0;
    case 'reason':
      return has(cues?.because) ? 1 : 0;
    case 'person':
      if (!CASED.test(sentence)) return without(sentence.matchAll(FOREIGN_NAME), known) ? 1 : 0.5;
      // The first word is capitalised anyway.
      return [...sentence.matchAll(NAMES)].some(
        (it) =>
          !known.includes((it.index < 2 ? it[0].replace(/^\S+\s+/, '') : it[0]).toLowerCase()),
      )
        ? 1
        : base !== 'de' && without(sentence.matchAll(NAME), known)
          ? 0.7
          : 0;
    case 'place': {
      if (!CASED.test(sentence) || !cues) return has(cues?.at) ? 0.7 : 0.3;
      const placed = new RegExp(
        `(?<![\\p{L}])(?:${cues.at})\\s+(?:(?:the|der|die|den|dem|la|le|les|el|los|las|o|a|il|het|de)\\s+)?\\p{Lu}[\\p{L}\\p{M}’'-]+`,
        'gu',
      );
      return without(sentence.matchAll(placed), known)
        ? 1
        : base !== 'de' && without(sentence.matchAll(NAME), known)
          ? 0.5
          : 0;
    }
  }
}

/** Returns how many numbers and units the text has. */
export function figuresIn(text: string, language: string): number {
  const base = languageCues(language);
  const cue = cuesOf(base)?.figure;
  const words = cue === undefined ? [] : [...text.matchAll(cuePattern(base, cue))];
  return [...text.matchAll(/\p{N}+(?:[.,]\p{N}+)*/gu)].length + words.length;
}

/** Data of each language: stemmer, stop words, and whether accents are significant for grammar. */
import { createRequire } from 'node:module';
import type { newStemmer, Stemmer } from 'snowball-stemmers';
import type * as StopLists from 'stopword';
import { stemEnglish } from './stem-english.ts';
import { fold } from './fold.ts';

/**
 * `accents`: the stemmer reads them (Czech `-ů`, Turkish `-ı`), so they are folded after stemming
 * instead of before.
 */
interface Language {
  algorithm?: string;
  stop?: keyof typeof StopLists;
  /** stop words that the list lacks */
  extraStop?: readonly string[];
  accents?: true;
}

/** Both are large and loaded on first use; listing the languages doesn't need them. */
const require = createRequire(import.meta.url);
const loadStemmers = () => require('snowball-stemmers') as { newStemmer: typeof newStemmer };
const loadLists = () => require('stopword') as typeof StopLists;

const LANGUAGES: Record<string, Language> = {
  ar: { algorithm: 'arabic', stop: 'ara' },
  hy: { algorithm: 'armenian' },
  eu: { algorithm: 'basque' },
  ca: { algorithm: 'catalan', stop: 'cat' },
  cs: { algorithm: 'czech', stop: 'ces', accents: true },
  da: { algorithm: 'danish', stop: 'dan' },
  nl: { algorithm: 'dutch', stop: 'nld' },
  en: {
    algorithm: 'english',
    stop: 'eng',
    extraStop: [
      'am',
      'did',
      'does',
      'doing',
      'done',
      'when',
      'whom',
      'whose',
      'why',
      'will',
      'shall',
      'were',
      'us',
      'its',
      'please',
    ],
  },
  fi: { algorithm: 'finnish', stop: 'fin' },
  fr: { algorithm: 'french', stop: 'fra' },
  de: { algorithm: 'german', stop: 'deu' },
  hu: { algorithm: 'hungarian', stop: 'hun', accents: true },
  it: { algorithm: 'italian', stop: 'ita' },
  ga: { algorithm: 'irish' },
  no: { algorithm: 'norwegian', stop: 'nob' },
  pt: { algorithm: 'portuguese', stop: 'por' },
  ro: { algorithm: 'romanian', stop: 'ron' },
  ru: { algorithm: 'russian', stop: 'rus' },
  es: { algorithm: 'spanish', stop: 'spa' },
  sl: { algorithm: 'slovene' },
  sv: { algorithm: 'swedish', stop: 'swe' },
  ta: { algorithm: 'tamil' },
  tr: { algorithm: 'turkish', stop: 'tur', accents: true },
  pl: { stop: 'pol' },
  el: { stop: 'ell' },
  bg: { stop: 'bul' },
  uk: { stop: 'ukr' },
  he: { stop: 'heb' },
  sr: {},
  mk: {},
  be: {},
  fa: {},
  ur: {},
  zh: {},
  ja: {},
  ko: {},
  th: {},
  vi: {},
  id: {},
  sk: {},
  hr: {},
  lt: {},
  lv: {},
  et: {},
};
const ALIASES: Record<string, string> = { nb: 'no', nn: 'no', iw: 'he' };

/** `en-GB` → `en`; unsupported languages become `und`. */
export function baseLanguage(tag: string): string {
  const base = (tag.split(/[-_]/)[0] ?? '').toLowerCase();
  const known = ALIASES[base] ?? base;
  return known in LANGUAGES ? known : 'und';
}

/**
 * The language by which words of one script are stemmed in a text of `language`: an English name in
 * a Russian page is stemmed as English.
 */
interface Script {
  test: RegExp;
  own: ReadonlySet<string>;
  other: string;
}
const LATIN: Script = {
  test: /\p{Script=Latin}/u,
  own: new Set(
    'eu ca cs da nl en fi fr de hu it ga no pt ro es sl sv tr pl vi id sk hr lt lv et'.split(' '),
  ),
  other: 'en',
};
const SCRIPTS: Script[] = [
  LATIN,
  { test: /\p{Script=Cyrillic}/u, own: new Set(['ru', 'bg', 'uk', 'sr', 'mk', 'be']), other: 'ru' },
  { test: /\p{Script=Arabic}/u, own: new Set(['ar', 'fa', 'ur']), other: 'ar' },
  { test: /\p{Script=Armenian}/u, own: new Set(['hy']), other: 'hy' },
  { test: /\p{Script=Tamil}/u, own: new Set(['ta']), other: 'ta' },
];

const stemmers = new Map<string, Pick<Stemmer, 'stem'>>([['english', { stem: stemEnglish }]]);
function stemmer(algorithm: string): Pick<Stemmer, 'stem'> {
  let made = stemmers.get(algorithm);
  if (!made) stemmers.set(algorithm, (made = loadStemmers().newStemmer(algorithm)));
  return made;
}

const PLAIN_LETTERS = /^[a-z]+$/;

/** The index term of a word (NFKC, lower case) in a text of `language`. */
export function stem(word: string, language: string): string {
  const isPlain = PLAIN_LETTERS.test(word);
  const folded = isPlain ? word : fold(word);
  if ((!isPlain && /\p{N}/u.test(word)) || folded.length < 3 || word.length > 40) return folded;
  const script = isPlain ? LATIN : SCRIPTS.find((it) => it.test.test(word));
  const by = script && (script.own.has(language) ? language : script.other);
  const { algorithm, accents } = (by && LANGUAGES[by]) || {};
  if (!algorithm) return folded;
  return fold(stemmer(algorithm).stem(accents ? word : folded)) || folded;
}

const stopSets = new Map<string, ReadonlySet<string>>();
/** Folded words that don't indicate the subject of a text. */
export function stopWords(language: string): ReadonlySet<string> {
  let set = stopSets.get(language);
  if (!set) {
    const { stop, extraStop: more = [] } = LANGUAGES[language] ?? {};
    stopSets.set(
      language,
      (set = new Set([...(stop ? loadLists()[stop] : []), ...more].map(fold))),
    );
  }
  return set;
}

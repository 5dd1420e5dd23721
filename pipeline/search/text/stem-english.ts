/**
 * The Snowball stemmer of English (Porter's second, snowballstem.org/algorithms/english), term for
 * term as `snowball-stemmers` has it, at a tenth of its time: most of what is indexed and asked is
 * English. For words as `analysis.ts` makes them: lower case, no apostrophes.
 */

const LETTERS_BEFORE_A = 96;
const Z = 122;
/** a e i o u y */
const VOWELS = [...'aeiouy'].reduce(
  (bits, letter) => bits | (1 << (letter.charCodeAt(0) - LETTERS_BEFORE_A)),
  0,
);
const isVowel = (word: string, at: number): boolean => {
  const code = at < word.length ? word.charCodeAt(at) : 0;
  return code > LETTERS_BEFORE_A && code <= Z && ((VOWELS >> (code - LETTERS_BEFORE_A)) & 1) === 1;
};

const WHOLE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
    sky: 'sky',
    news: 'news',
    howe: 'howe',
    atlas: 'atlas',
    cosmos: 'cosmos',
    bias: 'bias',
    andes: 'andes',
  }),
);
/** As they are once an `s` is gone. */
const SINGULAR: ReadonlySet<string> = new Set(
  'inning outing canning herring earring proceed exceed succeed'.split(' '),
);
const BEGINNING = /^(?:gener|commun|arsen)/;

/**
 * What an ending becomes. `region`: where it must lie whole, behind the first vowel that a
 * consonant follows, or the second; `after`: one of these letters before it.
 */
interface Ending {
  ending: string;
  becomes: string;
  region: 1 | 2;
  after?: string;
}
/**
 * By their last letter, the longest first: of the endings that a word has, the longest alone
 * counts.
 */
type Endings = ReadonlyMap<string, readonly Ending[]>;

function endings(table: string, more: readonly Ending[] = [], region: 1 | 2 = 1): Endings {
  const all = table.split(' ').map((it): Ending => {
    const [ending = '', becomes = ''] = it.split('>');
    return { ending, becomes, region };
  });
  return Map.groupBy(
    [...all, ...more].sort((a, b) => b.ending.length - a.ending.length),
    (it) => it.ending.at(-1) ?? '',
  );
}
const SECOND = endings(
  'tional>tion enci>ence anci>ance abli>able entli>ent izer>ize ization>ize ational>ate ation>ate ator>ate alism>al aliti>al alli>al fulness>ful ousli>ous ousness>ous ' +
    'iveness>ive iviti>ive biliti>ble bli>ble fulli>ful lessli>less',
  [
    { ending: 'ogi', becomes: 'og', region: 1, after: 'l' },
    { ending: 'li', becomes: '', region: 1, after: 'cdeghkmnrt' },
  ],
);
const THIRD = endings('tional>tion ational>ate alize>al icate>ic iciti>ic ical>ic ful> ness>', [
  { ending: 'ative', becomes: '', region: 2 },
]);
const FOURTH = endings(
  'al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize',
  [{ ending: 'ion', becomes: '', region: 2, after: 'st' }],
  2,
);

export function stemEnglish(given: string): string {
  if (given.length < 3) return given;
  const whole = WHOLE.get(given);
  if (whole !== undefined) return whole;
  const written = given.includes('y') ? withConsonants(given) : given;
  const [first, second] = regions(written);
  let word = withoutS(written);
  if (SINGULAR.has(word)) return word;
  word = withoutPast(word, first);
  word = withI(word);
  word = replaced(word, SECOND, first, second);
  word = replaced(word, THIRD, first, second);
  word = replaced(word, FOURTH, first, second);
  word = withoutLast(word, first, second);
  return written === given ? word : word.toLowerCase();
}

/**
 * A `y` that begins the word, or follows a vowel, is a consonant: `Y` for as long as it is looked
 * at.
 */
function withConsonants(given: string): string {
  let word = '';
  for (let at = 0; at < given.length; at += 1)
    word += given[at] === 'y' && (at === 0 || isVowel(word, at - 1)) ? 'Y' : (given[at] ?? '');
  return word;
}

function regions(word: string): [first: number, second: number] {
  const beginning = BEGINNING.exec(word);
  const first = beginning ? beginning[0].length : behindSyllable(word, 0);
  return [first, behindSyllable(word, first)];
}

/** Behind the first consonant that follows a vowel. */
function behindSyllable(word: string, from: number): number {
  let at = from;
  while (at < word.length && !isVowel(word, at)) at += 1;
  while (at < word.length && isVowel(word, at)) at += 1;
  return Math.min(at + 1, word.length);
}

function hasVowel(word: string, to: number): boolean {
  for (let at = 0; at < to; at += 1) if (isVowel(word, at)) return true;
  return false;
}

const less = (word: string, letters: number): string => word.slice(0, word.length - letters);

function withoutS(word: string): string {
  if (word.endsWith('ied')) return less(word, word.length > 4 ? 2 : 1);
  if (!word.endsWith('s')) return word;
  if (word.endsWith('sses')) return less(word, 2);
  if (word.endsWith('ies')) return less(word, word.length > 4 ? 2 : 1);
  return word.endsWith('us') || word.endsWith('ss') || !hasVowel(word, word.length - 2)
    ? word
    : less(word, 1);
}

function withoutPast(word: string, first: number): string {
  if (!/(?:ed|ing|edly|ingly)$/.test(word)) return word;
  const adverb = word.endsWith('ly') ? 2 : 0;
  const stem = less(word, adverb);
  if (stem.endsWith('eed')) return stem.length - 3 >= first ? less(stem, 1) : word;
  const left = less(stem, stem.endsWith('ing') ? 3 : 2);
  if (!hasVowel(left, left.length)) return word;
  if (/(?:at|bl|iz)$/.test(left)) return `${left}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(left)) return less(left, 1);
  return left.length === first && isShort(left, left.length) ? `${left}e` : left;
}

/** Whether what lies before ends in a short syllable: `rap`, `trap`, `ow`. */
function isShort(word: string, to: number): boolean {
  if (!isVowel(word, to - 2) || isVowel(word, to - 1)) return false;
  if (to === 2) return true;
  return !isVowel(word, to - 3) && !'wxY'.includes(word[to - 1] ?? '');
}

function withI(word: string): string {
  const last = word[word.length - 1];
  return (last === 'y' || last === 'Y') && word.length > 2 && !isVowel(word, word.length - 2)
    ? `${less(word, 1)}i`
    : word;
}

function replaced(word: string, table: Endings, first: number, second: number): string {
  for (const { ending, becomes, region, after } of table.get(word[word.length - 1] ?? '') ?? []) {
    if (!word.endsWith(ending)) continue;
    const at = word.length - ending.length;
    const fits =
      at >= (region === 1 ? first : second) &&
      (after === undefined || (at > 0 && after.includes(word[at - 1] ?? '')));
    return fits ? word.slice(0, at) + becomes : word;
  }
  return word;
}

function withoutLast(word: string, first: number, second: number): string {
  const at = word.length - 1;
  if (word.endsWith('e'))
    return at >= second || (at >= first && !isShort(word, at)) ? less(word, 1) : word;
  return word.endsWith('ll') && at >= second ? less(word, 1) : word;
}

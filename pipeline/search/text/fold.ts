const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ς: 'σ',
  ґ: 'г',
  ё: 'е',
  ٱ: 'ا',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
};
const ODD = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
/**
 * Latin and Greek accents, Hebrew points, Arabic vowel signs and tatweel. Marks of Indic and Thai
 * scripts are letters and remain.
 */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]/g;
const PLAIN = /^[a-z0-9]*$/;
const CYRILLIC = /\p{Script=Cyrillic}/u;

/**
 * Converts to lower case, unifies compatible forms (full width, ligatures, composed Hangul) and
 * removes invisible characters.
 */
export const normalise = (text: string): string => {
  const lower = text.toLowerCase();
  return PLAIN.test(lower)
    ? lower
    : lower
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
};

/**
 * Removes accents from a normalised word: `café` → `cafe`. Cyrillic `й` is a separate letter and
 * remains.
 */
export function fold(word: string): string {
  if (PLAIN.test(word)) return word;
  const lettered = word.replace(ODD, (letter) => LETTERS[letter] ?? letter);
  if (CYRILLIC.test(lettered)) return lettered.replace(/\u0301/g, '');
  return lettered
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(ODD, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

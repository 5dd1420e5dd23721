const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const LATIN_ACCENTS = /[\u0300-\u036f]/g;
/** Marks and joiners that change the look of a character but not the word. */
const VARIANTS = /[\ufe00-\ufe0f]|\p{Me}|(?<=\p{M})[\u200c\u200d]/gu;
/** The vowels AM of Thai and Lao, which NFKD splits and NFC does not join. */
const AM = { '\u0e4d\u0e32': '\u0e33', '\u0ecd\u0eb2': '\u0eb3' } as const;

/**
 * Letters and digits of a text in lower case, none cut in half, without the accents of Latin
 * letters, with a dash between words; empty if there are none. Keeps vowel signs and other marks of
 * Hindi, Thai or Tamil words. In normalisation form C.
 */
export function slugOf(text: string, maxLength = 60): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(LATIN_ACCENTS, '')
    .replace(VARIANTS, '')
    .normalize('NFC')
    .replace(/\u0e4d\u0e32|\u0ecd\u0eb2/g, (vowel) => AM[vowel as keyof typeof AM])
    .match(WORD);
  return cutBetweenLetters((words ?? []).join('-'), maxLength).replace(/-$/, '');
}

/** A mark on the previous letter, or the second half of a letter. */
const CONTINUES_LETTER = /[\p{M}\uDC00-\uDFFF]/u;

function cutBetweenLetters(slug: string, maxLength: number): string {
  let end = Math.min(maxLength, slug.length);
  while (CONTINUES_LETTER.test(String.fromCodePoint(slug.codePointAt(end) ?? 0))) end -= 1;
  return slug.slice(0, end);
}

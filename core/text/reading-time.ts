/** Reading time of a text. */
const WORDS_PER_MINUTE = 230;
/** For scripts without spaces, where a character is about a word. */
const CHARACTERS_PER_MINUTE = 420;

const inMinutes = (words: number, dense = 0): number =>
  Math.max(1, Math.round(words / WORDS_PER_MINUTE + dense / CHARACTERS_PER_MINUTE));

/** For a known number of words. */
export const minutesOf = (words: number): number => inMinutes(words);

export function readingMinutes(text: string): number {
  const dense =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ??
    0;
  const words =
    text
      .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu, ' ')
      .match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return inMinutes(words, dense);
}

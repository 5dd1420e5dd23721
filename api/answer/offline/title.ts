/** Makes a title for the given texts from their words. */
import { splitSentences } from '#core/text/sentences.ts';
import { languageOf } from './language.ts';
import { wordsOf } from './words.ts';

const MAX_LETTERS = 60;
/** for scripts without spaces */
const MAX_DENSE = 24;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns its first sentence, cut at a word. */
export function titleOffline(sentence: string): string {
  const plain = sentence
    .replace(/[#*_`>[\]]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const first = (splitSentences(plain)[0]?.text ?? plain)
    .replace(/^[\s¿¡]+/u, '')
    .replace(/(?<![\s.!?。！？…:;,¿¡])[\s.!?。！？…:;,¿¡]+$/u, '');
  const title = shortened(first);
  return title === ''
    ? wordsOf(languageOf(sentence, [])).untitled
    : title.charAt(0).toLocaleUpperCase() + title.slice(1);
}

/** Shortens a text to the length of a title, at a word and with an ellipsis. */
export function shortened(text: string): string {
  const isDense = DENSE.test(text);
  const letters = [...text];
  const most = isDense ? MAX_DENSE : MAX_LETTERS;
  if (letters.length <= most) return text;
  const cut = letters.slice(0, most).join('');
  const space = isDense ? -1 : cut.lastIndexOf(' ');
  return `${(space > 20 ? cut.slice(0, space) : cut).replace(/(?<![\s,;:–-])[\s,;:–-]+$/u, '')}…`;
}

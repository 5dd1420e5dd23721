/** Joins characters, words and lines. */

// Ligatures, Arabic presentation forms and radicals that typesetters use in place of letters. Everything else
// that NFKC would change (², ½, ™, full-width forms) has a meaning and stays.
const DISGUISED =
  /[\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDFB\uFE70-\uFEFC\u2E80-\u2FD5\uF900-\uFAFF\u0132\u0133]+/g;
const UNPRINTED = /[\u0000-\u0008\u000B\u000E-\u001F\u007F\uFFFE\uFFFF\uFEFF\u200B]/g;

// Radicals of the supplement have no compatibility form; Unicode lists their ideographs separately
// (EquivalentUnifiedIdeograph).
const RADICALS =
  '⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺫目⺬示⺭礻⺯糹⺰纟⺱罓⺲罒⺳㓁⺴冗⺶羊⺹耂⺺肀⺻聿⺼肉⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻈讠⻉贝⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟';
const ideographs = new Map(
  (RADICALS.match(/../gu) ?? []).map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

const PLAIN = /^[\x20-\x7E]*$/;
export const plainLetters = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replace(DISGUISED, (run) =>
          run
            .normalize('NFKC')
            .replace(/[\u2E80-\u2EFF]/g, (radical) => ideographs.get(radical) ?? radical),
        )
        .replace(UNPRINTED, '');

/** Spacing accents, and the combining form of each. */
const ACCENTS = new Map(
  Object.entries({
    '`': '\u0300',
    '´': '\u0301',
    ˆ: '\u0302',
    '˜': '\u0303',
    '¯': '\u0304',
    '˘': '\u0306',
    '˙': '\u0307',
    '¨': '\u0308',
    '˚': '\u030A',
    '˝': '\u030B',
    ˇ: '\u030C',
  }),
);
const BEARS = /^[\p{L}\p{Sm}]/u;
const DOTLESS: Record<string, string> = { ı: 'i', ȷ: 'j' };

/** Joins two pieces if the first ends with an accent over which the second is printed. */
export function accented(over: string, text: string): { before: string; text: string } | undefined {
  const mark = ACCENTS.get(over.slice(-1));
  if (mark === undefined || !BEARS.test(text)) return undefined;
  const letter = firstOf(text);
  return {
    before: over.slice(0, -1),
    text: `${DOTLESS[letter] ?? letter}${mark}`.normalize('NFC') + text.slice(letter.length),
  };
}

/**
 * Some typesetters map the glyph of lam and alef maqsura to its letters in reverse. In Arabic, alef
 * maqsura occurs only at the end of words, so a lam after it reveals this; languages that use it
 * within words are recognised by letters that Arabic lacks.
 */
export const arabicEndings = (text: string): string =>
  text.includes('\u0649\u0644') && !/[\u06C6-\u06D0\u06D5]/.test(text)
    ? text.replace(/\u0649\u0644(?![\p{L}\p{M}])/gu, '\u0644\u0649')
    : text;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF00-\uFF60]/u;
const lastOf = (text: string) => [...text.slice(-2)].at(-1) ?? '';
const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 32);

const HYPHENS = new Set(['-', '\u2010']);

/** The words of the document, used to decide how to join a word broken at the end of a line. */
export class Vocabulary {
  readonly #counts = new Map<string, number>();
  #lines = 0;
  #hyphenEnds = 0;

  /** Learns the words of full lines, except broken words at the ends. */
  learn(line: string): void {
    // Short lines are formulas, headings and last lines.
    if (line.length > 30) this.#lines += 1;
    if (line.length > 30 && HYPHENS.has(line.at(-1) ?? '') && /\p{L}.$/u.test(line.slice(-3)))
      this.#hyphenEnds += 1;
    if (this.#counts.size > 200_000) return;
    const unbroken = line.toLowerCase().replace(/(?<![\p{L}\p{M}])[\p{L}\p{M}]+[-\u2010]$/u, '');
    const words = unbroken.match(/[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*/gu) ?? [];
    for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** Tells whether the hyphen only marks the line break. */
  splits(head: string, tail: string): boolean {
    const joinedCount = this.#counts.get((head + tail).toLowerCase()) ?? 0;
    const compound = this.#counts.get(`${head}-${tail}`.toLowerCase()) ?? 0;
    if (joinedCount !== compound) return joinedCount > compound;
    // Hyphenated documents have hyphens in more than one line in fifty.
    return this.#hyphenEnds * 50 > this.#lines;
  }
}

/** In characters; longer than any word. */
const LONG = 100;

/** Joins two lines of one block. */
export function joinLines(text: string, next: string, vocabulary: Vocabulary): string {
  if (text === '' || next === '') return text + next;
  if (text.endsWith('\u00AD')) return text.slice(0, -1) + next;
  // Looks only at the last word, because a block can be long.
  const head = HYPHENS.has(text.at(-1) ?? '')
    ? /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)[-\u2010]$/u.exec(text.slice(-LONG))?.[1]
    : undefined;
  if (head !== undefined) {
    const tail = /^[\p{L}\p{M}]+/u.exec(next)?.[0];
    if (tail === undefined || !/^\p{Ll}/u.test(tail)) return text + next;
    return (vocabulary.splits(head, tail) ? text.slice(0, -1) : text) + next;
  }
  if (/\S[\u2014/]$/.test(text.slice(-2)) && /^\S/.test(next)) return text + next;
  if (UNSPACED.test(lastOf(text)) && UNSPACED.test(firstOf(next))) return text + next;
  return `${text} ${next}`;
}

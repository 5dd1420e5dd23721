/** Splits text in any language into sentences with their positions. */

export interface Sentence {
  text: string;
  /** `[start, end)` in the given text */
  start: number;
  end: number;
}

/**
 * Abbreviations after which a full stop mostly ends no sentence, and never before a small letter or
 * a digit.
 */
const ABBREVIATIONS = new Set(
  (
    'v mr mrs ms mx dr prof st sr jr rev hon gen col capt sgt lt gov sen rep pres messrs mt ft ' +
    'e.g i.e cf viz vs al ca approx no nos vol vols pp p fig figs eq eqs sec secs ch chap ed eds art par ref refs op tab ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec inc ltd co corp bros u.s u.k u.n u.s.a ' +
    'z.b d.h u.a bzw usw ggf vgl abb nr bd hrsg s.o s.u evtl sog geb str ' +
    'mme mlle mm env av p.ex sr sra srta dra ej pág núm cap ing dott sig avv pag'
  ).split(' '),
);
/** Abbreviations only before a number: "No. 5", but "He said no." */
const BEFORE_NUMBER = new Set([
  'no',
  'nos',
  'p',
  'pp',
  'art',
  'par',
  'ch',
  'ed',
  'tab',
  'mar',
  'dec',
  'mm',
  'str',
  'pag',
  'co',
  'al',
  'cap',
  'ref',
  'sig',
  'op',
  'av',
  'env',
  'bd',
  'geb',
  'sec',
  'ft',
  'ca',
  'fig',
  'abb',
  'nr',
]);

/** Words that continue after a number and a full stop: "am 28. Mai", "des 20. Jahrhunderts". */
const AFTER_ORDINAL =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Jahrtausend|Jahrestag|Lebensjahr|Geburtstag)/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * The longest word in the tables, which limits how much of a long run is scanned at each full stop.
 */
const ENDING_CHARS = 200;

/** Whether the text up to here stops inside a sentence, judging by what follows. */
function goesOn(before: string, after: string): boolean {
  const end = before.trimEnd().slice(-ENDING_CHARS);
  // Quoted speech inside a sentence: "Is it so?" she asked.
  if (/[?!。！？…][\p{Pf}\p{Pe}"']+$/u.test(end)) return /^\p{Ll}/u.test(after);
  if (!end.endsWith('.')) return false;
  // An ellipsis or a stop, followed by small letters.
  if (/^[\p{Ll},;:]/u.test(after)) return true;
  if (end.endsWith('..')) return false;
  const word = /(?<![\p{L}\p{M}.])([\p{L}\p{M}.]+)\.$/u.exec(end)?.[1];
  if (word === undefined) {
    if (AFTER_ORDINAL.test(after) && /(^|\D)\d{1,2}\.$/.test(end)) return true;
    // "Section 2." by itself, or the number of a list.
    return /(^|\s)\d{1,3}\.$/.test(end) && !/\s\S+\s\S+\s/.test(end) && end.length < 12;
  }
  const plain = word.toLowerCase();
  const initial = /^\p{Lu}$/u.test(word) && plain !== 'i';
  if (initial) return true;
  if (/^\p{N}/u.test(after) && BEFORE_NUMBER.has(plain)) return true;
  return ABBREVIATIONS.has(plain) && !BEFORE_NUMBER.has(plain);
}

/** Longer than any word or abbreviation at the end of a sentence. */
const LOOKED_BACK = 200;

/**
 * Every letter is in exactly one sentence; the space between sentences is in none. Only double line
 * breaks end a sentence.
 */
export function splitSentences(text: string): Sentence[] {
  // The segmenter ends sentences at line breaks, so they become spaces. Keeps the length, so that
  // positions stay valid.
  const flat = text.replace(/\r\n|[\r\n\u2028\u2029]/g, (match) => ' '.repeat(match.length));
  const sentences: Sentence[] = [];
  for (const paragraph of text.matchAll(/(?:(?!\r?\n[ \t]*\r?\n)[\s\S])+/g)) {
    const offset = paragraph.index;
    const part = flat.slice(offset, offset + paragraph[0].length);
    let open: number | undefined;
    for (const { index, segment } of segmenter.segment(part)) {
      open ??= index;
      const end = index + segment.length;
      // Text that continues after each stop is one long sentence; only its end decides.
      if (
        end < part.length &&
        goesOn(
          part.slice(Math.max(open, end - LOOKED_BACK), end),
          part.slice(end, end + LOOKED_BACK),
        )
      )
        continue;
      push(sentences, text, offset + open, offset + end);
      open = undefined;
    }
    if (open !== undefined) push(sentences, text, offset + open, offset + part.length);
  }
  return sentences;
}

function push(sentences: Sentence[], text: string, from: number, to: number): void {
  const raw = text.slice(from, to);
  const start = from + raw.length - raw.trimStart().length;
  const end = start + raw.trim().length;
  if (end > start) sentences.push({ text: text.slice(start, end), start, end });
}

/**
 * The marks of an answer while it streams: each `[n]` of a passage becomes a mark that leads to a
 * place, numbered as they appear. A pure fold: the same text gives the same answer however it was
 * cut into deltas. No mark leaves without its entry.
 */
import type { AnswerEvent, Citation } from '#core/contract/ask.ts';
import { positionOf, type Locator } from '#core/contract/locator.ts';
import { placeWithin } from '#pipeline/search/index.ts';
import type { Passage } from './retrieve.ts';
import { supportOf, type Claim, type Support } from './support.ts';

export type CiteEvent = Extract<AnswerEvent, { event: 'message' | 'index' | 'citations' }>;
export interface Citer {
  push(delta: string): CiteEvent[];
  /** At the end: what was held back, unless it is half a mark. */
  flush(): CiteEvent[];
  /** how many marks have left */
  readonly marks: number;
}

const NUMBERS = String.raw`\s*\d{1,9}(?:\s*[,;、，–-]\s*\d{1,9})*\s*`;
/** `[1]`, `[1, 2]`, `[1–3]`, `【1】`, `【1†L2-L4】` */
const MARK = new RegExp(`^(?:\\[\\^?(${NUMBERS})\\]|【(${NUMBERS})(?:†[^】]{0,40})?】)$`);
/** Blanks and what may still become a mark. */
const BEGUN = new RegExp(
  String.raw`^[ \u00a0]{0,40}(?:\[\^?[\d\s,;、，–-]{0,40}|【[\d\s,;、，–-]{0,40}(?:†[^】]{0,40})?)?$`,
);
/** a stop, what closes after it, and blanks */
const ENDING_CHARS = 8;
/** what most of a text consists of */
const PLAIN = /[^\s[\]【】.!?。！？…"'”’)\d]+/y;
const HALVES = /[\ud800-\udfff]/g;
const BLANKS = /^[ \u00a0]*/;
const SENTENCE_END = /[.!?。！？…]["'”’)\]]*\s+$|[。！？]$|\n[^\S\n]*$/;

/** the text that contains the quote, also used to detect the language */
const MAX_QUOTED_CHARS = 4_000;
const MAX_SAID_CHARS = 1_000;
/**
 * Marks of one answer that are judged, about 0.3 ms each. No answer has a tenth of these; further
 * ones are dropped.
 */
const MAX_JUDGED = 1_000;

export function createCiter(passages: readonly Passage[]): Citer {
  const byNumber = new Map(passages.map((it) => [it.n, it]));
  let judged = 0;
  /** by passage and sentence: a passage may lead to several places */
  const marks = new Map<string, number>();
  /** blanks and the beginning of a mark */
  let held = '';
  /** everything said so far, without marks */
  let said = '';
  let sentence = '';
  /** its last letters: of a long one, all of it is not looked at again with each letter */
  let ending = '';
  let before = '';
  /** the text since the last line break, and since the last mark */
  let paragraph = '';
  let clause = '';
  let isMarked = false;
  /** a bracket and the digits after it, as they left */
  let tail = '';

  function speak(text: string, out: CiteEvent[]): void {
    if (text === '') return;
    for (const letter of text) {
      if (letter.trim() !== '' && SENTENCE_END.test(ending)) {
        before = sentence;
        sentence = '';
      }
      sentence += letter;
      ending = (ending + letter).slice(-ENDING_CHARS);
      if (isMarked && /[\p{L}\p{N}]/u.test(letter)) {
        clause = '';
        isMarked = false;
      }
      clause += letter;
      paragraph = letter === '\n' ? '' : paragraph + letter;
    }
    said += text;
    // Where a mark was dropped, what stood around it may close to another: `[1 [9]]`.
    for (const letter of text) {
      append(out, letter === ']' && /\[\d+$/.test(tail) ? ' ]' : letter);
      tail = letter === '[' ? '[' : /\d/.test(letter) ? tail + letter : '';
    }
  }

  /** The same for a run of `PLAIN`, at once: no mark and no sentence begins or ends within it. */
  function speakPlain(run: string, out: CiteEvent[]): void {
    if (SENTENCE_END.test(ending)) {
      before = sentence;
      sentence = '';
    }
    sentence += run;
    ending = (ending + run.slice(-ENDING_CHARS)).slice(-ENDING_CHARS);
    const word = isMarked ? run.replace(HALVES, '-').search(/[\p{L}\p{N}]/u) : -1;
    if (word >= 0) {
      clause = '';
      isMarked = false;
    }
    clause += run.slice(Math.max(0, word));
    paragraph += run;
    said += run;
    append(out, run);
    tail = '';
  }

  function mark(numbers: readonly number[], blanks: string, out: CiteEvent[]): void {
    if (judged >= MAX_JUDGED) return;
    // A mark after the full stop belongs to the sentence that has just ended.
    const claim: Claim = {
      clause: clause.slice(-MAX_QUOTED_CHARS),
      sentence: (/[\p{L}\p{N}]/u.test(sentence) ? sentence : before + sentence).slice(
        -MAX_QUOTED_CHARS,
      ),
      paragraph: paragraph.slice(-MAX_QUOTED_CHARS),
      said: said.slice(-MAX_SAID_CHARS),
    };
    const kept = numbers.flatMap((n) => {
      const passage = byNumber.get(n);
      if (!passage || judged >= MAX_JUDGED) return [];
      judged += 1;
      const support = supportOf(passage, claim);
      return support.strength !== 'none' ? [{ passage, support }] : [];
    });
    if (kept.length === 0) return;
    const fresh: Citation[] = [];
    const shown = [
      ...new Set(
        kept.map(({ passage, support }) => {
          const { key, locator } = narrowed(passage, support);
          const known = marks.get(key);
          if (known !== undefined) return known;
          marks.set(key, marks.size + 1);
          fresh.push({
            mark: marks.size,
            source_id: passage.sourceId,
            title: passage.title,
            locator,
            ...(support.strength === 'weak' ? { weak: true } : {}),
          });
          return marks.size;
        }),
      ),
    ];
    if (fresh.length > 0) {
      out.push({
        event: 'index',
        data: Object.fromEntries(
          fresh.map((it) => [String(it.mark), `${positionOf(it.locator)}:${it.source_id}`]),
        ),
      });
      out.push({ event: 'citations', data: fresh });
    }
    tail = '';
    isMarked = true;
    append(out, `${blanks}${shown.map((n) => `[${n}]`).join('')}`);
  }

  /** Takes one character; what is held stays the shortest tail that may still become a mark. */
  function take(letter: string, out: CiteEvent[]): void {
    held += letter;
    const blanks = BLANKS.exec(held)?.[0] ?? '';
    const found = MARK.exec(held.slice(blanks.length));
    if (found) {
      held = '';
      mark(numbersOf(found[1] ?? found[2] ?? ''), blanks, out);
      return;
    }
    while (held !== '' && !BEGUN.test(held)) {
      const first = held[0] ?? '';
      held = held.slice(1);
      speak(first, out);
    }
  }

  return {
    get marks() {
      return marks.size;
    },
    push(delta) {
      const out: CiteEvent[] = [];
      for (let at = 0; at < delta.length; ) {
        PLAIN.lastIndex = at;
        const run = PLAIN.exec(delta)?.[0];
        if (run !== undefined && held.trim() === '') {
          speak(held, out);
          held = '';
          speakPlain(run, out);
          at += run.length;
        } else {
          take(delta[at] ?? '', out);
          at += 1;
        }
      }
      return out;
    },
    flush() {
      const out: CiteEvent[] = [];
      const rest = held;
      held = '';
      speak(/[[【]\^?\s*\d/.test(rest) ? '' : rest, out);
      return out;
    },
  };
}

function append(out: CiteEvent[], text: string): void {
  const last = out.at(-1);
  if (last?.event === 'message') last.data += text;
  else out.push({ event: 'message', data: text });
}

const MAX_RANGE = 10;
function numbersOf(list: string): number[] {
  return list.split(/[,;、，]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map((it) => Number(it.trim()));
    return to > from && to - from < MAX_RANGE
      ? Array.from({ length: to - from + 1 }, (_, at) => from + at)
      : [...new Set([from, to])];
  });
}

/** The place that bears the claim, and what tells it from the passage's other places. */
function narrowed(
  passage: Passage,
  { strength, place }: Support,
): { key: string; locator: Locator } {
  if (!place) return { key: `${passage.n} ${strength}`, locator: passage.locator };
  return {
    key: `${passage.n}:${place.start} ${strength}`,
    locator: placeWithin(passage, place.start, place.end),
  };
}

/**
 * Finds the citations of an answer while it streams: each `[n]` of a passage becomes a mark that
 * leads to a position, numbered in order of appearance. The result depends only on the text, not
 * on how it was split into deltas. A mark is sent only after its entry.
 */
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { Citation } from '#core/contract/ask.ts';
import { positionOf } from '#core/contract/locator.ts';
import { CitationNumbering } from './citation-numbering.ts';
import type { Passage } from './retrieve.ts';
import { RunningClaim } from './running-claim.ts';

export type CiteEvent = Extract<AnswerEvent, { event: 'message' | 'index' | 'citations' }>;
export interface Citer {
  push(delta: string): CiteEvent[];
  /** Call it at the end. Returns the text held back, unless it is an incomplete mark. */
  flush(): CiteEvent[];
  /** The number of marks sent. */
  readonly marks: number;
}

const NUMBERS = String.raw`\s*\d{1,9}(?:\s*[,;、，–-]\s*\d{1,9})*\s*`;
/** `[1]`, `[1, 2]`, `[1–3]`, `【1】`, `【1†L2-L4】` */
const MARK = new RegExp(`^(?:\\[\\^?(${NUMBERS})\\]|【(${NUMBERS})(?:†[^】]{0,40})?】)$`);
/** Spaces and the beginning of a possible mark. */
const BEGUN = new RegExp(
  String.raw`^[ \u00a0]{0,40}(?:\[\^?[\d\s,;、，–-]{0,40}|【[\d\s,;、，–-]{0,40}(?:†[^】]{0,40})?)?$`,
);
/** A run of characters in which no mark and no sentence begins or ends. */
const PLAIN = /[^\s[\]【】.!?。！？…"'”’)\d]+/y;
const BLANKS = /^[ \u00a0]*/;

export function createCiter(passages: readonly Passage[]): Citer {
  const citations = new CitationNumbering(passages);
  const text = new RunningClaim();
  /** Spaces and the beginning of a possible mark. */
  let buffered = '';
  /** An opening bracket and the digits after it, as sent. */
  let tail = '';

  function send(chars: string, out: CiteEvent[]): void {
    text.add(chars);
    // Where a mark was dropped, the brackets around it could form another one: `[1 [9]]`.
    for (const letter of chars) {
      append(out, letter === ']' && /\[\d+$/.test(tail) ? ' ]' : letter);
      tail = letter === '[' ? '[' : /\d/.test(letter) ? tail + letter : '';
    }
  }

  function sendRun(run: string, out: CiteEvent[]): void {
    text.addRun(run);
    append(out, run);
    tail = '';
  }

  function sendMark(numbers: readonly number[], blanks: string, out: CiteEvent[]): void {
    if (citations.isFull) return;
    const { marks, added } = citations.cite(numbers, text.claim());
    if (marks.length === 0) return;
    if (added.length > 0) out.push(...entriesOf(added));
    tail = '';
    text.endClause();
    append(out, `${blanks}${marks.map((n) => `[${n}]`).join('')}`);
  }

  /** Takes one character, and holds back only the shortest tail that may still become a mark. */
  function take(letter: string, out: CiteEvent[]): void {
    buffered += letter;
    const blanks = BLANKS.exec(buffered)?.[0] ?? '';
    const found = MARK.exec(buffered.slice(blanks.length));
    if (found) {
      buffered = '';
      sendMark(numbersOf(found[1] ?? found[2] ?? ''), blanks, out);
      return;
    }
    while (buffered !== '' && !BEGUN.test(buffered)) {
      const first = buffered[0] ?? '';
      buffered = buffered.slice(1);
      send(first, out);
    }
  }

  return {
    get marks() {
      return citations.count;
    },
    push(delta) {
      const out: CiteEvent[] = [];
      for (let at = 0; at < delta.length; ) {
        PLAIN.lastIndex = at;
        const run = PLAIN.exec(delta)?.[0];
        if (run !== undefined && buffered.trim() === '') {
          send(buffered, out);
          buffered = '';
          sendRun(run, out);
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
      const rest = buffered;
      buffered = '';
      send(/[[【]\^?\s*\d/.test(rest) ? '' : rest, out);
      return out;
    },
  };
}

/** The events that announce new citations. */
function entriesOf(citations: Citation[]): CiteEvent[] {
  const index = citations.map((it) => [
    String(it.mark),
    `${positionOf(it.locator)}:${it.source_id}`,
  ]);
  return [
    { event: 'index', data: Object.fromEntries(index) as Record<string, string> },
    { event: 'citations', data: citations },
  ];
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

/**
 * Finds the citations of an answer while it streams: each `[n]` of a passage becomes a mark that
 * leads to a position, numbered in order of appearance. The result depends only on the text, not
 * on how it was split into deltas. A mark is sent only after its entry.
 */
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { Citation } from '#core/contract/ask.ts';
import { positionOf } from '#core/contract/locator.ts';
import { CitationNumbering } from './citation-numbering.ts';
import { MarkReader, type MarkPiece } from '#core/text/mark-reader.ts';
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

/** A run of characters in which no sentence begins or ends. */
const PLAIN = /[^\s[\]【】.!?。！？…"'”’)\d]+/y;
const MAX_TAIL_CHARS = 12;

export function createCiter(passages: readonly Passage[]): Citer {
  const citations = new CitationNumbering(passages);
  const running = new RunningClaim();
  const reader = new MarkReader();
  /** The last characters sent. */
  let tail = '';
  /** Whether a mark was dropped within a bracket, which must not become one of the remaining. */
  let isTorn = false;
  /** Whether a mark was dropped at the end of what was sent. */
  let isCut = false;

  function send(text: string, out: CiteEvent[]): void {
    // Brackets on both sides of a dropped mark would be a link.
    if (isCut && tail.endsWith(']') && text.startsWith('[')) append(out, ' ');
    isCut = false;
    for (let at = 0; at < text.length; ) {
      PLAIN.lastIndex = at;
      const run = PLAIN.exec(text)?.[0];
      if (run !== undefined) running.addRun(run);
      const piece = run ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (run === undefined) running.add(piece);
      append(out, isTorn && piece === ']' && /\[\d+$/.test(tail) ? ' ]' : piece);
      tail = (tail + piece).slice(-MAX_TAIL_CHARS);
      isTorn &&= /\[\d*$/.test(tail);
      at += piece.length;
    }
  }

  function sendMark(mark: Exclude<MarkPiece, { text: string }>, out: CiteEvent[]): void {
    const { marks, added } = citations.isFull
      ? { marks: [], added: [] }
      : citations.cite(
          mark.numbers,
          mark.claim === undefined ? running.claim() : running.claimOf(mark.claim),
        );
    if (marks.length === 0) {
      isTorn ||= /\[\d*$/.test(tail);
      isCut = true;
      return;
    }
    if (added.length > 0) out.push(...entriesOf(added));
    running.endClause();
    // Otherwise the text in brackets and the mark would be a link.
    const blanks = isCut && tail.endsWith(']') ? ' ' : mark.blanks;
    append(out, `${blanks}${marks.map((n) => `[${n}]`).join('')}`);
    tail = '';
    isTorn = false;
    isCut = false;
  }

  function sendAll(pieces: readonly MarkPiece[], out: CiteEvent[] = []): CiteEvent[] {
    for (const piece of pieces) {
      if ('text' in piece) send(piece.text, out);
      else sendMark(piece, out);
    }
    return out;
  }

  return {
    get marks() {
      return citations.count;
    },
    push: (delta) => sendAll(reader.push(delta)),
    flush: () => sendAll(reader.flush()),
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

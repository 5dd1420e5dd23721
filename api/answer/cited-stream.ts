import { setImmediate } from 'node:timers/promises';
import { createCiter, type CiteEvent } from './cite.ts';
import { createOutputSanitiser } from './output-sanitiser.ts';
import type { Passage } from './retrieve.ts';
import { throwIfInterrupted } from './throw-if-interrupted.ts';

/** Characters that are processed in one turn of the event loop: a few milliseconds of work. */
const CHARS_PER_TURN = 8_000;

export interface CitedStreamOptions {
  passages: readonly Passage[];
  signal: AbortSignal;
  /** Returns text to append to a complete answer that has no citations. */
  appendUncited?: (answer: string) => string | undefined;
}

/**
 * Sanitises an answer while it streams, and turns its marks into citations. If the answer breaks
 * off, sends everything received before throwing the error.
 */
export async function* citedStream(
  texts: Iterable<string> | AsyncIterable<string>,
  { passages, signal, appendUncited }: CitedStreamOptions,
): AsyncGenerator<CiteEvent> {
  const citer = createCiter(passages);
  const sanitiser = createOutputSanitiser();
  let answer = '';
  try {
    for await (const text of texts) {
      answer += text;
      for (const [at, piece] of piecesOf(text).entries()) {
        // A provider may send a long answer in one piece. Other requests must not wait for it.
        if (at > 0) await setImmediate();
        throwIfInterrupted(signal);
        yield* citer.push(sanitiser.pass(piece));
      }
    }
  } catch (error) {
    yield* citer.push(sanitiser.rest());
    yield* citer.flush();
    throw error;
  }
  const appended = citer.marks === 0 ? appendUncited?.(answer) : undefined;
  if (appended !== undefined) yield* citer.push(sanitiser.pass(appended));
  yield* citer.push(sanitiser.rest());
  yield* citer.flush();
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const isSplit = /[\uD800-\uDBFF]/.test(text[from + CHARS_PER_TURN - 1] ?? '');
    const to = from + CHARS_PER_TURN + (isSplit ? 1 : 0);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** Reads answers as their clients do. */
import { expect } from 'vitest';
import type { Citation, IndexMap } from '#core/contract/ask.ts';
import { citationMarks } from '#core/text/mark-reader.ts';
import { createCiter, type CiteEvent } from '../cite.ts';
import type { Passage } from '../retrieve.ts';

export interface CitedText {
  text: string;
  index: IndexMap;
  citations: Citation[];
}
/**
 * Folds events into an answer as a client does. Expects the index entry and the citation of a mark
 * before the mark.
 */
export function readEvents(events: readonly CiteEvent[]): CitedText {
  const out: CitedText = { text: '', index: {}, citations: [] };
  const unannounced = new Set<number>();
  for (const { event, data } of events) {
    if (event === 'index') Object.assign(out.index, data);
    else if (event === 'citations') out.citations.push(...data);
    else {
      for (const { 1: n = '', index } of data.matchAll(/\[(\d+)\]/g))
        if (!(n in out.index) || !out.citations.some((it) => it.mark === Number(n)))
          unannounced.add(out.text.length + index);
      out.text += data;
    }
  }
  expect(citationMarks(out.text).filter(({ start }) => unannounced.has(start))).toEqual([]);
  return out;
}
export function readCited(deltas: readonly string[], given: readonly Passage[]): CitedText {
  const citer = createCiter(given);
  return readEvents([...deltas.flatMap((it) => citer.push(it)), ...citer.flush()]);
}

/** Splits the text at these positions. */
export function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((it) => it % (text.length + 1)))].sort((a, b) => a - b);
  return [...places, text.length].map((end, at) => text.slice(places[at - 1] ?? 0, end));
}

import type { EventBus } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { expect, test, vi } from 'vitest';
import { PdfFind } from './pdf-find.ts';

/** The PDF.js events that its search uses. */
function makeBus() {
  const listeners = new Map<string, (event: unknown) => void>();
  const sent: [string, Record<string, unknown>][] = [];
  const bus = {
    on: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    dispatch: (name: string, event: Record<string, unknown>) => sent.push([name, event]),
  };
  return {
    bus: bus as unknown as EventBus,
    sent,
    tell: (name: string, event: unknown) => listeners.get(name)?.(event),
  };
}
const ANY = { matchCase: false, wholeWords: false };

test('searches new text, then the next and the previous match', () => {
  const { bus, sent } = makeBus();
  const find = new PdfFind(bus, vi.fn());
  find.find('memory', 'new', ANY);
  find.find('memory', 'next', ANY);
  find.find('memory', 'previous', ANY);
  expect(sent.map(([name, { type, findPrevious }]) => [name, type, findPrevious])).toEqual([
    ['find', '', false],
    ['find', 'again', false],
    ['find', 'again', true],
  ]);
  expect(sent[0]?.[1]).toMatchObject({ query: 'memory', highlightAll: true });
});

test('passes case and whole words to PDF.js', () => {
  const { bus, sent } = makeBus();
  new PdfFind(bus, vi.fn()).find('Memory', 'new', { matchCase: true, wholeWords: true });
  expect(sent[0]?.[1]).toMatchObject({ caseSensitive: true, entireWord: true });
});

test('counts matches, and knows when all pages were searched', () => {
  const { bus, tell } = makeBus();
  const onFound = vi.fn();
  const find = new PdfFind(bus, onFound);
  find.find('memory', 'new', ANY);
  tell('updatefindmatchescount', { matchesCount: { current: 1, total: 3 } });
  expect(onFound).toHaveBeenLastCalledWith({ current: 1, total: 3, isDone: false });
  tell('updatefindcontrolstate', { state: 3, matchesCount: { current: 1, total: 3 } });
  expect(onFound).toHaveBeenLastCalledWith({ current: 1, total: 3, isDone: false });
  tell('updatefindcontrolstate', { state: 0, matchesCount: { current: 1, total: 7 } });
  expect(onFound).toHaveBeenLastCalledWith({ current: 1, total: 7, isDone: true });
  tell('updatefindmatchescount', { matchesCount: { current: 2, total: 7 } });
  expect(onFound).toHaveBeenLastCalledWith({ current: 2, total: 7, isDone: true });
});

test('ends the search with an empty query, and starts the next one afresh', () => {
  const { bus, sent, tell } = makeBus();
  const onFound = vi.fn();
  const find = new PdfFind(bus, onFound);
  tell('updatefindcontrolstate', { state: 0, matchesCount: { current: 1, total: 1 } });
  find.find('', 'new', ANY);
  expect(sent.map(([name]) => name)).toEqual(['findbarclose']);
  expect(onFound).toHaveBeenLastCalledWith(undefined);
  tell('updatefindmatchescount', { matchesCount: { current: 0, total: 0 } });
  expect(onFound).toHaveBeenLastCalledWith({ current: 0, total: 0, isDone: false });
});

/** Answers that are made to keep the server busy are processed in linear time. */
import { expect, it } from 'vitest';
import { createCiter } from './cite.ts';
import { createOutputSanitiser } from './output-sanitiser.ts';
import { quotesIn } from './quotes.ts';
import { passages } from './testing/passages.ts';

const LENGTH = 200_000;
/** CPU time of this thread in ms; each took 5 s or more before. */
const MOST_MS = 2_000;

function deltas(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += 4) pieces.push(text.slice(at, at + 4));
  return pieces;
}
function cpuMs(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

it('passes on an answer of blanks only in linear time', () => {
  const citer = createCiter([]);
  const output: string[] = [];
  const text = ' '.repeat(LENGTH);
  const ms = cpuMs(() => {
    for (const event of [...citer.push(text), ...citer.flush()])
      if (event.event === 'message') output.push(event.data);
  });
  expect(output.join('')).toBe(text);
  expect(ms).toBeLessThan(MOST_MS);
});

it.each(['`', '~'])('passes on a line of %s only in linear time, cut into any pieces', (mark) => {
  const filter = createOutputSanitiser();
  const text = mark.repeat(LENGTH);
  let output = '';
  const ms = cpuMs(() => {
    for (const delta of deltas(text)) output += filter.pass(delta);
    output += filter.rest();
  });
  expect(output).toBe(text);
  expect(ms).toBeLessThan(MOST_MS);
});

it('finds quotations among unbalanced marks in linear time', () => {
  expect(
    cpuMs(() => {
      expect(quotesIn('“'.repeat(LENGTH), 0)).toEqual([]);
    }),
  ).toBeLessThan(MOST_MS);
});

it('checks at most as many marks as a real answer can have', () => {
  const output =
    'Sea otters hold hands while they sleep, so that the current does not carry them apart. '.repeat(
      12,
    );
  const citer = createCiter(passages([output]));
  let text = '';
  const ms = cpuMs(() => {
    for (const event of [
      ...citer.push('“Sea otters hold hands” [1] '.repeat(7_000)),
      ...citer.flush(),
    ]) {
      if (event.event === 'message') text += event.data;
    }
  });
  expect(text.match(/\[1\]/g)).toHaveLength(1_000);
  expect(text.match(/otters/g)).toHaveLength(7_000);
  expect(ms).toBeLessThan(MOST_MS);
});

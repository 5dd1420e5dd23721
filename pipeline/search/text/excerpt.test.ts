import { expect, it } from 'vitest';
import { SourceId } from '#core/contract/id.ts';
import type { IndexHit } from '../contract.ts';
import { excerpt } from './excerpt.ts';

const hitOf = (text: string, highlights: [number, number][]): IndexHit => ({
  chunkId: 'a',
  sourceId: SourceId.parse('0197a0de-0000-7000-8000-000000000001'),
  sourceType: 'web',
  title: '',
  heading: '',
  text,
  highlights,
  score: 1,
  locator: { medium: 'flow', paragraph: 1, quote: '', prefix: '', suffix: '' },
  pieces: [{ start: 0, end: text.length, from: 0, at: { medium: 'flow', paragraph: 1 } }],
});

it('leaves a short text unchanged', () => {
  const hit = hitOf('Otters hold hands.', [[0, 6]]);
  expect(excerpt(hit, 4_000)).toEqual(hit);
});

it('cuts a long text to the part around its highlights', () => {
  const text = `${'🦦 and so on '.repeat(10_000)}otters hold hands ${'and so on '.repeat(10_000)}otters`;
  const at = text.indexOf('otters');
  const cut = excerpt(
    hitOf(text, [
      [at, at + 6],
      [text.length - 6, text.length],
    ]),
    4_000,
  );
  expect(cut.text.length).toBeLessThanOrEqual(4_000);
  expect(cut.text.isWellFormed()).toBe(true);
  expect(cut.highlights.map(([from, to]) => cut.text.slice(from, to))).toEqual(['otters']);
  expect(cut.pieces).toEqual([]);
});

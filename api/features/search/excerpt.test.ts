import { expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

it('sends a short text as it is', () => {
  const hit = { text: 'Otters hold hands.', highlights: [[0, 6]] as [number, number][] };
  expect(excerptOf(hit)).toEqual(hit);
});

it('sends of a long text the part around what was found, with its highlights', () => {
  const text = `${'🦦 and so on '.repeat(10_000)}otters hold hands ${'and so on '.repeat(10_000)}otters`;
  const at = text.indexOf('otters');
  const sent = excerptOf({
    text,
    highlights: [
      [at, at + 6],
      [text.length - 6, text.length],
    ],
  });
  expect(sent.text.length).toBeLessThanOrEqual(4_000);
  expect(sent.text.isWellFormed()).toBe(true);
  expect(sent.highlights.map(([from, to]) => sent.text.slice(from, to))).toEqual(['otters']);
});

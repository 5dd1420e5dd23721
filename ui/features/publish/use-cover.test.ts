import { expect, test } from 'vitest';
import { publishTexts as texts } from './texts.ts';
import { coverProblem } from './use-cover.ts';

const MB = 2 ** 20;
test.each([
  ['image/jpeg', 3 * MB, undefined],
  ['image/webp', 20 * MB, undefined],
  ['image/png', 20 * MB + 1, texts.coverTooBig],
  ['image/svg+xml', 400, texts.coverNotImage],
  ['application/pdf', 400, texts.coverNotImage],
  ['text/image/png', 400, texts.coverNotImage],
  ['', 400, texts.coverNotImage],
])('a cover of type %j with %d bytes: %s', (type, size, problem) =>
  expect(coverProblem({ type, size })).toBe(problem),
);

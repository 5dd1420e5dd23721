import { expect, test } from 'vitest';
import { UnusedPages, ScrollPace } from './page-upkeep.ts';

test('detects scrolling that is too fast to read, and its end shortly afterwards', () => {
  const pace = new ScrollPace();
  for (const [ms, top] of [
    [0, 0],
    [16, 100],
    [32, 200],
  ] as const)
    pace.scrolled(top, ms);
  expect([pace.isFlying(40), pace.isFlying(200)]).toEqual([true, false]);
});
test('does not treat reading or a jump as fast scrolling', () => {
  const pace = new ScrollPace();
  for (const [ms, top] of [
    [0, 0],
    [16, 24],
    [32, 48],
  ] as const)
    pace.scrolled(top, ms);
  expect(pace.isFlying(33)).toBe(false);
  pace.scrolled(900_000, 5000);
  expect(pace.isFlying(5001)).toBe(false);
});
test('drops the text only of pages that are no longer drawn', () => {
  const page = (renderingState: number) => ({
    renderingState,
    words: ['word'],
    _textHighlighter: {
      setTextMapping(this: void) {
        /* replaced below */
      },
    },
  });
  const [gone, here] = [page(3), page(3)];
  for (const it of [gone, here])
    it._textHighlighter.setTextMapping = () => {
      it.words = [];
    };
  const left = new UnusedPages();
  left.drawn(gone);
  left.drawn(here);
  expect([gone.words, here.words]).toEqual([['word'], ['word']]);
  gone.renderingState = 0;
  left.drawn(page(1));
  expect([gone.words, here.words]).toEqual([[], ['word']]);
});

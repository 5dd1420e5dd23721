import { expect, test } from 'vitest';
import { LeftPages, ScrollPace } from './page-upkeep.ts';

test('scrolling that nobody could read flies, and rests a moment after its last stride', () => {
  const pace = new ScrollPace();
  for (const [ms, top] of [
    [0, 0],
    [16, 100],
    [32, 200],
  ] as const)
    pace.scrolled(top, ms);
  expect([pace.isFlying(40), pace.isFlying(200)]).toEqual([true, false]);
});
test('neither reading on nor a jump flies', () => {
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
test('the words of a page are let go of once it is drawn no more, and of no other', () => {
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
  const left = new LeftPages();
  left.drawn(gone);
  left.drawn(here);
  expect([gone.words, here.words]).toEqual([['word'], ['word']]);
  gone.renderingState = 0;
  left.drawn(page(1));
  expect([gone.words, here.words]).toEqual([[], ['word']]);
});

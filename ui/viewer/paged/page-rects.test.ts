import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asRotation, boxToPage, joinLines, rotateRect } from './page-rects.ts';
import { pagesToLocator } from './page-text.ts';

const close = (rect: object | undefined) =>
  Object.fromEntries(
    Object.entries(rect ?? {}).map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]),
  );

test('moves a mark from the top left to the top right when the page is rotated clockwise', () => {
  const mark = { x: 0.1, y: 0.05, width: 0.5, height: 0.02 };
  expect(close(rotateRect(mark, 90))).toEqual({ x: 0.93, y: 0.1, width: 0.02, height: 0.5 });
  expect(close(rotateRect(mark, 180))).toEqual({ x: 0.4, y: 0.93, width: 0.5, height: 0.02 });
  expect(close(rotateRect(mark, 270))).toEqual({ x: 0.05, y: 0.4, width: 0.02, height: 0.5 });
});
test('maps a selection on a rotated and zoomed page back to its position', () => {
  const share = fc.double({ min: 0, max: 0.45, noNaN: true });
  fc.assert(
    fc.property(
      share,
      share,
      fc.constantFrom(0, 90, 180, 270),
      fc.integer({ min: 100, max: 3000 }),
      (x, y, degrees, scale) => {
        const rect = { x, y, width: 0.3, height: 0.02 };
        const rotation = asRotation(degrees);
        const page = { left: 37, top: -250, width: scale, height: scale * 1.4 };
        const shown = rotateRect(rect, rotation);
        const box = {
          left: page.left + shown.x * page.width,
          top: page.top + shown.y * page.height,
          width: shown.width * page.width,
          height: shown.height * page.height,
        };
        const back = boxToPage(box, page, rotation);
        for (const side of ['x', 'y', 'width', 'height'] as const)
          expect(back?.[side]).toBeCloseTo(rect[side], 3);
      },
    ),
  );
});
test('clips to the page, and detects a selection outside of it', () => {
  const page = { left: 0, top: 0, width: 100, height: 200 };
  expect(boxToPage({ left: -50, top: 100, width: 100, height: 50 }, page, 0)).toEqual({
    x: 0,
    y: 0.5,
    width: 0.5,
    height: 0.25,
  });
  expect(boxToPage({ left: 200, top: 0, width: 10, height: 10 }, page, 0)).toBeUndefined();
});
test('joins the words of a line, but not two columns or two lines', () => {
  const box = (left: number, top: number, width: number) => ({ left, top, width, height: 10 });
  expect(
    joinLines([
      box(0, 0, 30),
      box(33, 1, 30),
      box(0, 14, 20),
      box(200, 14, 20),
      { ...box(0, 30, 0) },
    ]),
  ).toEqual([{ left: 0, top: 0, width: 63, height: 11 }, box(0, 14, 20), box(200, 14, 20)]);
});
test('keeps a selection over two pages on the first, with every word', () => {
  const rects = [{ x: 0, y: 0.9, width: 1, height: 0.02 }];
  expect(
    pagesToLocator([
      { page: 3, text: 'We meas-\nured  it', rects },
      { page: 4, text: 'in spring.', rects },
    ]),
  ).toEqual({ medium: 'paged', page: 3, rects, quote: 'We measured it in spring.' });
  expect(pagesToLocator([{ page: 3, text: ' \n', rects }])).toBeUndefined();
  expect(pagesToLocator([])).toBeUndefined();
});

import { beforeAll, describe, expect, test } from 'vitest';
import { boxInWindow, spotInWindow } from './frame-box.ts';

/** Node has no DOMRect. */
class Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  constructor(x: number, y: number, width: number, height: number) {
    this.x = x;
    this.y = y;
    this.width = width;
    this.height = height;
  }
}
beforeAll(() => {
  if (!('DOMRect' in globalThis)) Object.assign(globalThis, { DOMRect: Rectangle });
});
const FRAME = { left: 100, top: 50, width: 800, height: 600 };
const plain = ({ x, y, width, height }: DOMRect) => ({ x, y, width, height });

describe('a point sent by a page', () => {
  test('is converted from the frame to the window', () =>
    expect(spotInWindow({ x: 10, top: 20, bottom: 40 }, FRAME)).toEqual({
      x: 110,
      top: 70,
      bottom: 90,
    }));

  test('stays inside the frame, whatever the page sends', () =>
    expect(spotInWindow({ x: -500, top: -500, bottom: 9999 }, FRAME)).toEqual({
      x: 100,
      top: 50,
      bottom: 650,
    }));
});

describe('a box sent by a page', () => {
  test('is converted from the frame to the window', () =>
    expect(plain(boxInWindow({ left: 10, top: 20, width: 30, height: 40 }, FRAME))).toEqual({
      x: 110,
      y: 70,
      width: 30,
      height: 40,
    }));

  test.each([
    [
      'extends beyond its end',
      { left: 790, top: 590, width: 500, height: 500 },
      { x: 890, y: 640, width: 10, height: 10 },
    ],
    [
      'starts before it',
      { left: -50, top: -50, width: 60, height: 60 },
      { x: 100, y: 50, width: 10, height: 10 },
    ],
    [
      'is outside of it',
      { left: 5000, top: 0, width: 10, height: 10 },
      { x: 900, y: 50, width: 0, height: 10 },
    ],
    [
      'is inverted',
      { left: 50, top: 50, width: -20, height: -20 },
      { x: 150, y: 100, width: 0, height: 0 },
    ],
  ])('is clipped to the frame if it %s', (_, box, shown) =>
    expect(plain(boxInWindow(box, FRAME))).toEqual(shown),
  );

  test('is a point if the frame has no size', () =>
    expect(
      plain(
        boxInWindow({ left: 5, top: 5, width: 5, height: 5 }, { ...FRAME, width: 0, height: 0 }),
      ),
    ).toEqual({ x: 100, y: 50, width: 0, height: 0 }));
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contrast, mix, readableColor } from './contrast.ts';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`);

it('measures contrast like WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1);
  expect(mix('#ff0000', '#0000ff', 0.5)).toBe('#800080');
});
it('keeps readable colours, and finds a readable colour for any background', () => {
  expect(readableColor('#123456', 4.5, '#ffffff')).toBe('#123456');
  expect(readableColor('#ffff00', 4.5, '#ffffff')).not.toBe('#ffff00');
  fc.assert(
    fc.property(
      color,
      color,
      (ink, paper) => contrast(readableColor(ink, 4.5, paper), paper) >= 4.5,
    ),
  );
});

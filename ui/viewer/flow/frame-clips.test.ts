import { describe, expect, test } from 'vitest';
import { frameClip, framePositionOf } from './frame-clips.ts';

const flow = {
  medium: 'flow' as const,
  paragraph: 12,
  quote: 'Ice is a rock.',
  prefix: 'Then: ',
  suffix: ' It flows.',
};
const paged = { medium: 'paged' as const, page: 4, quote: 'Ice' };

describe('frameClip', () => {
  test('sends the clips of a page with an accessible name', () => {
    const clip = frameClip({ _id: 'c1', locator: flow, occurrence: 1, color: '#ffd356' });
    expect(clip).toMatchObject({
      _id: 'c1',
      paragraph: 12,
      quote: 'Ice is a rock.',
      occurrence: 1,
      color: '#ffd356',
    });
    expect('label' in clip && clip.label).toContain('Ice is a rock.');
  });
  test('sends no clips of other media', () =>
    expect(frameClip({ _id: 'c1', locator: paged })).toEqual([]));
});

describe('framePositionOf', () => {
  test.each([
    ['a paragraph of an address', { place: 3 }, { paragraph: 3 }],
    ['with its text', { place: 3, quote: ' Ice ' }, { paragraph: 3, quote: 'Ice' }],
    ['with invalid text', { place: 3, quote: '  ' }, { paragraph: 3 }],
    ['another medium', paged, undefined],
  ])('%s', (_, target, place) => expect(framePositionOf(target)).toEqual(place));
  test('converts a locator with the text around it', () =>
    expect(framePositionOf(flow)).toMatchObject({ paragraph: 12, quote: 'Ice is a rock.' }));
});

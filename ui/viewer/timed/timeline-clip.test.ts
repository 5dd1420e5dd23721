import { describe, expect, test } from 'vitest';
import { CLIP_COLOR } from '#core/editor/fields.ts';
import { clipAround, clipTitle, targetSeconds, timelineClips } from './timeline-clip.ts';

const timed = (startS: number, endS: number, quote = 'Ice is a rock.') => ({
  medium: 'timed' as const,
  startS,
  endS,
  quote,
});
const paged = { medium: 'paged' as const, page: 3, quote: 'Table 2' };

describe('timelineClips', () => {
  test('returns the clips of the video, in order', () => {
    const clips = timelineClips([
      { _id: 'b', locator: timed(40, 52), color: '#ff0000', heading: 'Melting' },
      { _id: 'p', locator: paged },
      { _id: 'a', locator: timed(3, 9) },
    ]);
    expect(clips).toEqual([
      {
        _id: 'b',
        startS: 40,
        endS: 52,
        quote: 'Ice is a rock.',
        color: '#ff0000',
        heading: 'Melting',
      },
      { _id: 'a', startS: 3, endS: 9, quote: 'Ice is a rock.', color: CLIP_COLOR, heading: '' },
    ]);
  });
});

describe('clipTitle', () => {
  test.each([
    ['its heading', { heading: 'Melting', quote: 'Ice is a rock.' }, 'Melting'],
    ['else its quote', { heading: '', quote: 'Ice is a rock.' }, 'Ice is a rock.'],
    ['of which 60 characters', { heading: '', quote: 'ice '.repeat(40) }, 'ice '.repeat(15)],
    ['else a generic name', { heading: '', quote: '' }, 'Clip'],
  ])('%s', (_, clip, title) => expect(clipTitle(clip)).toBe(title));
});

describe('clipAround', () => {
  const clips = timelineClips([
    { _id: 'short', locator: timed(10, 20) },
    { _id: 'long', locator: timed(0, 60) },
  ]);
  test.each([
    ['the first of two', 12, 15, 'short'],
    ['with equal ends', 10, 20, 'short'],
    ['the one that contains all of it', 15, 25, 'long'],
    ['none if it extends beyond all', 55, 61, undefined],
  ])('%s', (_, startS, endS, id) => expect(clipAround(clips, { startS, endS })?._id).toBe(id));
});

describe('targetSeconds', () => {
  test.each([
    ['a locator', timed(12.5, 14), { startS: 12.5, endS: 14 }],
    ['a position of an address', { place: 90 }, { startS: 90 }],
    ['the first second', { place: 0, still: true }, { startS: 0 }],
    ['another medium', paged, undefined],
  ])('%s', (_, target, seconds) => expect(targetSeconds(target)).toEqual(seconds));
});

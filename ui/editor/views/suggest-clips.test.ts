import { expect, it } from 'vitest';
import type { Citation } from '#core/contract/ask.ts';
import type { SourceId } from '#core/contract/id.ts';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { suggestedClips } from './suggest-clips.ts';

const cited = (mark: number, startS: number): Citation => ({
  mark,
  source_id: 'v' as SourceId,
  title: 'A talk',
  locator: { medium: 'timed', startS, endS: startS + 5, quote: `said at ${startS}` },
});
const page: Citation = {
  mark: 9,
  source_id: 'p' as SourceId,
  title: 'A paper',
  locator: { medium: 'paged', page: 1, quote: 'printed' },
};

it('suggests each moment of an answer once, in order, except existing clips', () => {
  const ghosts = suggestedClips(
    [
      cited(1, 30),
      page,
      cited(2, 10),
      cited(3, 30),
      cited(4, 50),
      ...[60, 61, 62, 63, 64].map((at) => cited(at, at)),
    ],
    {
      parentId: 'answer',
      by: 'me',
      now: new Date(),
      has: (source, startS) => source === 'v' && startS === 50,
    },
  );
  const read = ghosts.map((it_) => clip.read(it_.attrs));
  expect(read.map((it_) => it_.start)).toEqual([10, 30, 60, 61, 62, 63]);
  expect(read[0]).toMatchObject({
    clip_type: 'ghost',
    start: 10,
    end: 15,
    clip_text: 'said at 10',
    source_id: 'v',
    parentId: 'answer',
    createdBy: 'me',
    clip_heading: '',
  });
  expect(ghosts.every((it_) => it_.type === 'clip')).toBe(true);
});

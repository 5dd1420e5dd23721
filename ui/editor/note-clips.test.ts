import { expect, it } from 'vitest';
import { BLOCKS } from '#core/editor/blocks/registry.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { noteClips } from './note-clips.ts';

it('finds the clips of all three media with their positions, and nothing else', () => {
  const examples = BLOCKS.map((block) => block.example);
  const inline = examples.filter((node) => node.type === 'place');
  const doc = notesSchema().nodeFromJSON({
    type: 'doc',
    content: [
      { type: 'paragraph', content: inline },
      ...examples.filter((node) => node.type !== 'place'),
    ],
  });
  const clips = noteClips(doc);
  expect(clips.map((clip) => clip.locator.medium)).toEqual(['timed', 'paged', 'flow']);
  expect(clips[0]).toMatchObject({
    sourceId: '0198c0de-0000-7000-8000-0000000000a1',
    color: '#FFD356',
    locator: { startS: 83.5, endS: 105 },
  });
  expect(new Set(clips.map((clip) => clip._id)).size).toBe(3);
});

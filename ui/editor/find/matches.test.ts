import { expect, it } from 'vitest';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { minutesOf } from '#core/text/reading-time.ts';
import { countWords, headingsOf } from '../outline/outline.ts';
import { matchesIn } from './matches.ts';

const text = (value: string, ...marks: string[]) => ({
  type: 'text',
  text: value,
  marks: marks.map((type) => ({ type })),
});
const doc = notesSchema().nodeFromJSON({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1 }, content: [text('On Margins')] },
    {
      type: 'paragraph',
      content: [text('A mar'), text('gin', 'bold'), text(', İstanbul, margin.')],
    },
    {
      type: 'blog',
      content: [{ type: 'heading', attrs: { level: 2 }, content: [text('Within')] }],
    },
    {
      type: 'clip',
      attrs: { ...clip.example.attrs, clip_text: 'A gloss is a note in the margin.' },
    },
    { type: 'paragraph', content: [text('日本語のノート')] },
  ],
});
const found = (words: string, matchCase = false) =>
  matchesIn(doc, { words, matchCase }).map(({ from, to, block }) =>
    block ? doc.nodeAt(from)?.type.name : doc.textBetween(from, to),
  );

it('finds text across marks and in blocks, with and without case', () => {
  expect(found('margin')).toEqual(['Margin', 'margin', 'margin', 'clip']);
  expect(found('margin', true)).toEqual(['margin', 'margin', 'clip']);
  expect(found('istanbul').length + found('nowhere').length + found('').length).toBe(0);
  expect(found('ノート')).toEqual(['ノート']);
});

it('lists headings, also inside a post, and counts words', () => {
  expect(
    headingsOf(doc).map(({ position, level }) => [doc.nodeAt(position)?.textContent, level]),
  ).toEqual([
    ['On Margins', 1],
    ['Within', 2],
  ]);
  expect(countWords(doc)).toBeGreaterThan(15);
  expect([0, 230, 2300].map(minutesOf)).toEqual([1, 1, 10]);
});

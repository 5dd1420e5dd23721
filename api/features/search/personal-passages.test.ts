import { expect, test } from 'vitest';
import { BLOCKS } from '#core/editor/blocks/registry.ts';
import { notePassages, readKey } from './personal-passages.ts';

const text = (words: string) => [{ type: 'text', text: words }];
const heading = (level: number, words: string) => ({
  type: 'heading',
  attrs: { level },
  content: text(words),
});
const paragraph = (words: string) => ({ type: 'paragraph', content: text(words) });
const passages = (...content: object[]) =>
  notePassages({ type: 'doc', content }).map((it) => ({ ...it, ...readKey(it.id) }));

test('a block belongs to the headings above it', () => {
  const notes = passages(
    heading(1, 'Otters'),
    heading(2, 'Sleep'),
    paragraph('They hold hands.'),
    heading(2, 'Food'),
    paragraph('They open mussels.'),
    heading(1, 'Bees'),
    paragraph('They dance.'),
  );
  expect(notes.map((it) => `${it.heading} | ${it.text}`)).toEqual([
    ' | Otters',
    'Otters | Sleep',
    'Otters › Sleep | They hold hands.',
    'Otters | Food',
    'Otters › Food | They open mussels.',
    ' | Bees',
    'Bees | They dance.',
  ]);
  expect(notes.map((it) => it.id)).toEqual([
    'node-0',
    'node-1',
    'node-2',
    'node-3',
    'node-4',
    'node-5',
    'node-6',
  ]);
});

test('a list is one block, and an empty line is none', () => {
  const item = (words: string) => ({ type: 'listItem', content: [paragraph(words)] });
  expect(
    passages(
      { type: 'bulletList', content: [item('first'), item('second')] },
      { type: 'paragraph' },
    ).map((it) => it.text),
  ).toEqual(['first\nsecond']);
});

test('the time of a citation is not part of the text, but its label is', () => {
  const chip = (label: string) => ({
    type: 'place',
    attrs: { source_id: 'talk', medium: 'timed', place: 37, label, quote: '' },
  });
  const line = (label: string) =>
    passages({ type: 'paragraph', content: [...text('What keeps more? '), chip(label)] }).map(
      (it) => it.text,
    );
  expect(line('00:37')).toEqual(['What keeps more?']);
  expect(line('the second test')).toEqual(['What keeps more? the second test']);
});

test('every clip has its source and position; model output has neither marks nor Markdown', () => {
  const all = passages(...BLOCKS.filter((it) => !it.inline).map((it) => it.example));
  for (const clip of all.filter((it) => it.kind === 'clip')) {
    expect(clip.sources).toHaveLength(1);
    expect(clip.locator.quote).not.toBe('');
  }
  expect(
    all
      .filter((it) => it.kind === 'clip')
      .map((it) => it.locator.medium)
      .sort(),
  ).toEqual(['flow', 'paged', 'timed']);
  const [chat] = all.filter((it) => it.kind === 'note' && it.text.startsWith('What is a gloss'));
  expect(chat).toMatchObject({
    sources: [expect.any(String), expect.any(String)],
    text: expect.stringContaining(
      'A gloss is a note in the margin.\n\nIt explains a hard word.\nIt stays beside the text.',
    ),
  });
});

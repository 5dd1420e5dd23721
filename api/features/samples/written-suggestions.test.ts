import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SNAPSHOT_FILE, type SampleSnapshot } from './sample-snapshot.ts';
import { writtenSuggestions } from './written-suggestions.ts';

const shipped = JSON.parse(await readFile(SNAPSHOT_FILE, 'utf8')) as SampleSnapshot;
const all = shipped.sources.flatMap(({ file, passages }) =>
  passages.map(({ text }) => ({ sourceId: file, text })),
);
const of = (file: string) => all.filter((it) => it.sourceId === file);

it('quotes only text of the sample sources', () => {
  expect(writtenSuggestions('prompts', all)).toHaveLength(6);
  expect(writtenSuggestions('blog-ideas', of('lecture.html'))).toHaveLength(3);
});

it('offers only what the selected sources answer', () => {
  expect(writtenSuggestions('prompts', of('forgetting-curve.html'))).toEqual([
    { question: 'What did Ebbinghaus measure as savings?' },
  ]);
});

it('leaves other sources and features to the assistant', () => {
  const other = { sourceId: 'other', text: 'Otters hold hands while they sleep.' };
  expect(writtenSuggestions('prompts', [other])).toBeUndefined();
  expect(writtenSuggestions('prompts', [...all, other])).toBeUndefined();
  expect(writtenSuggestions('prompts', [])).toBeUndefined();
  expect(writtenSuggestions('title', all)).toBeUndefined();
});

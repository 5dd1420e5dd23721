import { expect, it } from 'vitest';
import { matchedFields, ownDataPassages } from './own-data-passages.ts';

const row = (kept: object, embeddingStatus = 1) => ({ kept, title: 'A page', embeddingStatus });
const fieldsOf = (kept: object, embeddingStatus?: number) =>
  ownDataPassages(row(kept, embeddingStatus)).map(({ id, text }) =>
    matchedFields(
      id,
      text,
      [[0, text.length]].flatMap(([, end = 0]) => rangesWithin(id, end)),
    ),
  );
/** The complete range of each field, as highlights. */
const rangesWithin = (id: string, end: number): [number, number][] =>
  (JSON.parse(id) as { fields: [string, number, number][] }).fields.map(([, from, to]) => [
    from,
    Math.min(to, end),
  ]);

it('are empty for a source without own data, and contain the title of a bookmark', () => {
  expect(ownDataPassages(row({}))).toEqual([]);
  expect(ownDataPassages(row({ tags: [], note: ' ' }))).toEqual([]);
  expect(ownDataPassages(row({}, 2)).map((it) => it.text)).toEqual(['A page']);
  expect(ownDataPassages(row({ title: 'Mine' }, 2)).map((it) => it.text)).toEqual(['Mine']);
});

it('have title, tags and note in one passage, and each highlight in another', () => {
  const kept = {
    title: 'Mine',
    tags: ['a', 'b'],
    note: 'Remember.',
    highlights: [{ text: 'A sentence.', note: 'Why?' }, { text: 'Another.' }],
  };
  expect(ownDataPassages(row(kept)).map((it) => it.text)).toEqual([
    'Mine\na · b\nRemember.',
    'A sentence.\nWhy?',
    'Another.',
  ]);
  expect(fieldsOf(kept).map((fields) => fields.map((it) => `${it.field}=${it.text}`))).toEqual([
    ['title=Mine', 'tag=a · b', 'note=Remember.'],
    ['highlight=A sentence.', 'note=Why?'],
    ['highlight=Another.'],
  ]);
});

it('split a long note at white space without losing text', () => {
  const note = Array.from({ length: 900 }, (_, n) => `word${n}`).join(' ');
  const passages = ownDataPassages(row({ note }));
  expect(passages.length).toBeGreaterThan(3);
  expect(passages.every((it) => it.text.length <= 1200)).toBe(true);
  expect(passages.map((it) => it.text).join(' ')).toBe(note);
  expect(new Set(passages.map((it) => it.id)).size).toBe(passages.length);
});

it('have the ranges of each field for highlighting', () => {
  const [passage] = ownDataPassages(row({ title: 'Mine', note: 'Remember this.' }));
  expect(matchedFields(passage?.id ?? '', passage?.text ?? '', [[14, 18]])).toEqual([
    { field: 'note', text: 'Remember this.', highlights: [[9, 13]] },
  ]);
});

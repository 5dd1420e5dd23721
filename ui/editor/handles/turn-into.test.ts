import { expect, it } from 'vitest';
import { TURNS } from './turn-into.ts';

it('offers text, lists and every container of the notes', () => {
  expect(TURNS.map((it) => it.name)).toEqual(expect.arrayContaining(['Callout', 'Toggle']));
  expect(TURNS.map((it) => it.id)).not.toContain('blog');
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { readValue } from './value.ts';

const shape = z.object({ ideas: z.array(z.string()).min(1) });
const good = { ok: true, value: { ideas: ['a'] } };

it.each([
  ['alone', '{"ideas":["a"]}'],
  ['in a fence', 'Here it is:\n```json\n{"ideas":["a"]}\n```\nEnjoy.'],
  ['among words', 'Sure! {"ideas":["a"]} Anything else?'],
  ['with raw line breaks in its strings', '{"note":"two\nlines","ideas":["a"]}'],
])('finds a value %s', (_, text) => {
  expect(readValue(shape, text)).toEqual(good);
});

it('describes what is wrong with a value', () => {
  expect(readValue(shape, '{"ideas":[]}')).toMatchObject({
    ok: false,
    wrong: expect.stringContaining('ideas'),
  });
  expect(readValue(shape, 'I cannot.')).toEqual({ ok: false, wrong: 'It is not JSON.' });
  expect(readValue(shape, '{"ideas":["a"')).toEqual({ ok: false, wrong: 'It is not JSON.' });
});

it.each([
  ['plain words', 'Bees'],
  ['a JSON string', '"Bees"'],
  ['a number', '42'],
  ['a bracket', '[Bees] and others'],
  ['a list', '[1]'],
])('takes a string from %s', (_, text) => {
  expect(readValue(z.string().min(1), text)).toEqual({
    ok: true,
    value: text === '"Bees"' ? 'Bees' : text,
  });
});

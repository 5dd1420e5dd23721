import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  CLIP_COLOR,
  choice,
  color,
  integer,
  list,
  maybeId,
  number,
  seconds,
  SHARED_ATTRIBUTES,
} from './fields.ts';
import { sourceId, text } from './fields.ts';

describe('attributes of any client', () => {
  test.each([
    ['text is cut', text(5), 'abcdefg', 'abcde'],
    ['text that is none', text(5, 'x'), 7, 'x'],
    ['a number is held to its bounds', number(0, 10, 3), 99, 10],
    ['a number that is none', number(0, 10, 3), 'nine', 3],
    ['no number at all', number(0, 10, 3), NaN, 3],
    ['an endless number', number(0, 10, 3), Infinity, 3],
    ['a whole number is cut', integer(0, 8, 0), 2.9, 2],
    ['a negative one', integer(0, 8, 0), -0.5, 0],
    ['seconds of a month', seconds(), 1e12, 31 * 24 * 3600],
    ['a colour', color(), '#aabbCC', '#aabbCC'],
    ['a colour with more in it', color(), '#aabbcc;background:url(x)', CLIP_COLOR],
    ['a short colour', color(), '#abc', CLIP_COLOR],
    [
      'a source',
      sourceId(),
      '0198c0de-0000-7000-8000-0000000000a1',
      '0198c0de-0000-7000-8000-0000000000a1',
    ],
    ['a source with a slash', sourceId(), '../etc', ''],
    ['an id that is too long', maybeId(), 'a'.repeat(65), null],
    ['one of the choices', choice(['a', 'b'], 'a'), 'b', 'b'],
    ['none of the choices', choice(['a', 'b'], 'a'), 'c', 'a'],
    ['a list without what is not of its form', list(z.int(), 3), [1, 'x', 2, 3], [1, 2]],
    ['a list that is none', list(z.int(), 3), { length: 3 }, []],
  ] as const)('%s', (_, field, given, trusted) => expect(field.parse(given)).toEqual(trusted));
});

test('defaults all attributes of a block without any', () =>
  expect(z.object(SHARED_ATTRIBUTES).parse({})).toEqual({
    _id: null,
    parentId: null,
    createdAt: null,
    updatedAt: null,
    createdBy: null,
    updatedBy: null,
    indent: 0,
  }));
test('replaces only the invalid attributes', () =>
  expect(
    z
      .object(SHARED_ATTRIBUTES)
      .parse({ _id: 'b1', createdAt: 'yesterday', indent: 50, updatedBy: { a: 1 } }),
  ).toMatchObject({ _id: 'b1', createdAt: null, indent: 8, updatedBy: null }));

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readThreadState, saveThreadState } from './thread-state.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());
const EMPTY = { places: {}, unselected: [] };

test('an unopened thread has no state', () => expect(readThreadState('t1')).toEqual(EMPTY));
test('a change keeps the other fields, and other threads', () => {
  saveThreadState('t1', { current: 's1', places: { s1: 83 } });
  saveThreadState('t1', { unselected: ['s2'] });
  saveThreadState('t2', { current: 's9' });
  expect(readThreadState('t1')).toEqual({
    current: 's1',
    places: { s1: 83 },
    unselected: ['s2'],
  });
});
test.each([
  ['no JSON', '{', EMPTY],
  ['a value that is not an object', '[1]', EMPTY],
  ['an invalid source', '{"current":7,"places":{"s1":3},"unselected":[]}', EMPTY],
  ['invalid positions', '{"current":"s1","places":{"s1":"x"}}', { ...EMPTY, current: 's1' }],
  ['an invalid list', '{"places":{"s1":3},"unselected":"s1"}', { ...EMPTY, places: { s1: 3 } }],
])('reads the valid part of %s', (_, text, state) => {
  stored.set('gloss-thread:t1', text);
  expect(readThreadState('t1')).toEqual(state);
});

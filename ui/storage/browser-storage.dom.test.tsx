import { expect, it, onTestFinished, vi } from 'vitest';
import { readText, removeText, storedKeys, subscribeText, writeText } from './browser-storage.ts';

/** The browser's storage is full or disabled. */
function refuseToStore(): () => void {
  const before = Storage.prototype.setItem;
  Storage.prototype.setItem = () => {
    throw new DOMException('It is full.', 'QuotaExceededError');
  };
  const restore = () => {
    Storage.prototype.setItem = before;
  };
  onTestFinished(restore);
  return restore;
}

it('stores a text, separately per area', () => {
  writeText('local', 'gloss-a', 'one');
  writeText('session', 'gloss-a', 'two');
  expect(localStorage.getItem('gloss-a')).toBe('one');
  expect(sessionStorage.getItem('gloss-a')).toBe('two');
  expect([readText('local', 'gloss-a'), readText('session', 'gloss-a')]).toEqual(['one', 'two']);
});

it('is empty for a key that was never written, or was removed', () => {
  expect(readText('local', 'gloss-none')).toBeUndefined();
  writeText('local', 'gloss-a', 'one');
  removeText('local', 'gloss-a');
  expect(readText('local', 'gloss-a')).toBeUndefined();
  expect(localStorage.getItem('gloss-a')).toBeNull();
});

it('reads what another script of this origin has written', () => {
  localStorage.setItem('gloss-b', 'theirs');
  expect(readText('local', 'gloss-b')).toBe('theirs');
});

it('remembers a value that the browser refuses to store, instead of the stored one', () => {
  writeText('local', 'gloss-c', 'old');
  refuseToStore();
  writeText('local', 'gloss-c', 'new');
  expect(localStorage.getItem('gloss-c')).toBe('old');
  expect(readText('local', 'gloss-c')).toBe('new');
  expect(storedKeys('local')).toEqual(['gloss-c']);
  removeText('local', 'gloss-c');
  expect(readText('local', 'gloss-c')).toBeUndefined();
});

it('stores it again once there is room', () => {
  const restore = refuseToStore();
  writeText('local', 'gloss-d', 'first');
  restore();
  writeText('local', 'gloss-d', 'second');
  expect(localStorage.getItem('gloss-d')).toBe('second');
  localStorage.setItem('gloss-d', 'elsewhere');
  expect(readText('local', 'gloss-d')).toBe('elsewhere');
  removeText('local', 'gloss-d');
});

it('works without any storage', () => {
  const before = Object.getOwnPropertyDescriptor(window, 'localStorage');
  Object.defineProperty(window, 'localStorage', {
    get: () => {
      throw new DOMException('It is blocked.', 'SecurityError');
    },
    configurable: true,
  });
  expect(readText('local', 'gloss-e')).toBeUndefined();
  writeText('local', 'gloss-e', 'kept');
  expect(readText('local', 'gloss-e')).toBe('kept');
  removeText('local', 'gloss-e');
  expect(readText('local', 'gloss-e')).toBeUndefined();
  // The clean-up after each test needs it.
  if (before) Object.defineProperty(window, 'localStorage', before);
  else Reflect.deleteProperty(window, 'localStorage');
});

it('reports changes of a key in this tab until it is unsubscribed', () => {
  const changed = vi.fn();
  const stop = subscribeText('local', 'gloss-f', changed);
  writeText('local', 'gloss-f', 'one');
  removeText('local', 'gloss-f');
  writeText('local', 'gloss-other', 'x');
  writeText('session', 'gloss-f', 'x');
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  writeText('local', 'gloss-f', 'two');
  expect(changed).toHaveBeenCalledTimes(2);
});

it('reports changes by other tabs in shared areas', () => {
  const [local, session] = [vi.fn(), vi.fn()];
  const stops = [
    subscribeText('local', 'gloss-g', local),
    subscribeText('session', 'gloss-g', session),
  ];
  dispatchEvent(new StorageEvent('storage', { key: 'gloss-g' }));
  dispatchEvent(new StorageEvent('storage', { key: 'gloss-other' }));
  expect(local).toHaveBeenCalledTimes(1);
  expect(session).not.toHaveBeenCalled();
  for (const stop of stops) stop();
});

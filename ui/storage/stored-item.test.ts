import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { removeText, storedKeys } from './browser-storage.ts';
import { createStoredItem, createStoredText } from './stored-item.ts';

const stored = new Map<string, string>();
const page = new EventTarget();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
beforeEach(() => {
  stored.clear();
  vi.spyOn(console, 'debug').mockReturnValue();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  removeText('local', 'model');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const model = createStoredItem('model', z.int().max(8), { fallback: 5 });
const theme = createStoredText('theme', z.enum(['light', 'dark']), { fallback: undefined });

test('reads what was written, in the stored format', () => {
  expect([model.read(), theme.read()]).toEqual([5, undefined]);
  model.write(3);
  theme.write('dark');
  expect([...stored]).toEqual([
    ['model', '3'],
    ['theme', 'dark'],
  ]);
  expect([model.read(), theme.read()]).toEqual([3, 'dark']);
  model.remove();
  expect(model.read()).toBe(5);
});

test.each([
  ['bad JSON', '{'],
  ['empty text', ''],
  ['a value of another type', '"three"'],
  ['a value out of bounds', '9'],
])('reads the fallback from %s', (_, text) => {
  stored.set('model', text);
  expect(model.read()).toBe(5);
});

test('reads the fallback from a text that fails the schema', () => {
  stored.set('theme', 'sepia');
  expect(theme.read()).toBeUndefined();
});

test('keeps the areas separate', () => {
  vi.stubGlobal('sessionStorage', { ...storage, getItem: () => '7' });
  expect(createStoredItem('model', z.int(), { area: 'session', fallback: 0 }).read()).toBe(7);
  expect(model.read()).toBe(5);
});

function blockedAreas() {
  const deny = () => {
    throw new DOMException('The user blocks storage.', 'SecurityError');
  };
  const full = {
    ...storage,
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  };
  return [
    [
      'blocked',
      () => Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: deny }),
    ],
    ['full', () => vi.stubGlobal('localStorage', full)],
    ['missing', () => vi.stubGlobal('localStorage', undefined)],
  ] as const;
}

describe.each(blockedAreas())('storage that is %s', (_, refuse) => {
  test('keeps a value until the page is closed', () => {
    stored.set('model', '2');
    refuse();
    model.write(3);
    expect(model.read()).toBe(3);
    expect(storedKeys('local')).toContain('model');
    model.remove();
    expect(storedKeys('local')).not.toContain('model');
  });

  test('notifies listeners of a change', () => {
    refuse();
    const changed = vi.fn();
    const unsubscribe = model.subscribe(changed);
    model.write(4);
    expect(changed).toHaveBeenCalledOnce();
    unsubscribe();
  });
});

test('stores a value again once there is room, and reads the stored one', () => {
  vi.stubGlobal('localStorage', undefined);
  model.write(3);
  vi.stubGlobal('localStorage', storage);
  expect(model.read()).toBe(3);
  model.write(4);
  stored.set('model', '6');
  expect(model.read()).toBe(6);
});

test('notifies listeners of changes by this tab and others, until they unsubscribe', () => {
  const changed = vi.fn();
  const unsubscribe = model.subscribe(changed);
  const elsewhere = (key: string) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  model.write(3);
  createStoredItem('model', z.int(), { fallback: 5 }).remove();
  elsewhere('model');
  expect(changed).toHaveBeenCalledTimes(3);
  theme.write('dark');
  elsewhere('theme');
  unsubscribe();
  model.write(2);
  elsewhere('model');
  expect(changed).toHaveBeenCalledTimes(3);
});

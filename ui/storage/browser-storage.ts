/**
 * Text under keys in the browser's storage. Storage that is blocked, full or missing never throws:
 * what the browser refuses to store is remembered until the page is closed.
 */
/** `local` survives a browser restart and is shared by tabs; `session` belongs to one tab. */
export type StorageArea = 'local' | 'session';

/** Values that the browser refused to store. They are newer than the stored ones. */
const refused = { local: new Map<string, string>(), session: new Map<string, string>() };
const changes = new EventTarget();
const changeOf = (area: StorageArea, key: string): string => `${area}:${key}`;

/** Returns the result of `use`, or undefined if the browser refuses it. */
function useArea<T>(area: StorageArea, use: (storage: Storage) => T): T | undefined {
  try {
    return use(area === 'local' ? localStorage : sessionStorage);
  } catch (error) {
    console.debug('The browser refuses to store data.', error);
    return undefined;
  }
}

export const readText = (area: StorageArea, key: string): string | undefined =>
  refused[area].get(key) ?? useArea(area, (storage) => storage.getItem(key)) ?? undefined;

export function writeText(area: StorageArea, key: string, text: string): void {
  refused[area].set(key, text);
  useArea(area, (storage) => {
    storage.setItem(key, text);
    refused[area].delete(key);
  });
  changes.dispatchEvent(new Event(changeOf(area, key)));
}

export function removeText(area: StorageArea, key: string): void {
  refused[area].delete(key);
  useArea(area, (storage) => storage.removeItem(key));
  changes.dispatchEvent(new Event(changeOf(area, key)));
}

export const storedKeys = (area: StorageArea): string[] => [
  ...new Set([...(useArea(area, Object.keys) ?? []), ...refused[area].keys()]),
];

/**
 * Calls `changed` after every change of the key by this tab and, in the `local` area, by other
 * tabs. Returns a function that unsubscribes.
 */
export function subscribeText(area: StorageArea, key: string, changed: () => void): () => void {
  const changedHere = () => changed();
  const changedElsewhere = (event: StorageEvent) => {
    if (area === 'local' && event.key === key) changed();
  };
  changes.addEventListener(changeOf(area, key), changedHere);
  addEventListener('storage', changedElsewhere);
  return () => {
    changes.removeEventListener(changeOf(area, key), changedHere);
    removeEventListener('storage', changedElsewhere);
  };
}

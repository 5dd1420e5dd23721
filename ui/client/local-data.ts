/** The user's data in this browser, which signing out checks and deletes. */
import { removeText, storedKeys } from '#ui/storage/browser-storage.ts';

const NOTES = 'gloss-notes-';
const UPLOADS = 'gloss-uploads';
const DRAFT = 'gloss-post-draft-';
/** settings of the device, and pending sign-outs */
const STAYS = new Set(['gloss-theme', 'gloss-reading', 'gloss-leave-due']);

/** Data that the server doesn't have. */
export interface UnsyncedChanges {
  /** number of unsent changes per thread */
  notes: { threadId: string; changes: number }[];
  /** number of images */
  files: number;
  /** number of post drafts */
  drafts: number;
}
export const isAllSynced = ({ notes, files, drafts }: UnsyncedChanges): boolean =>
  notes.length + files + drafts === 0;

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('This browser keeps nothing.'));
  });
async function names(): Promise<string[]> {
  if (!('indexedDB' in window)) return [];
  return (await indexedDB.databases()).flatMap(({ name }) =>
    name?.startsWith('gloss-') ? [name] : [],
  );
}
/** Runs `ask` on one store of an existing database. */
async function lookIn<T>(
  name: string,
  store: string,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const database = await answerOf(indexedDB.open(name));
  try {
    return database.objectStoreNames.contains(store)
      ? await answerOf(ask(database.transaction(store).objectStore(store)))
      : undefined;
  } finally {
    database.close();
  }
}
const changesIn = async (name: string): Promise<number> => {
  const unsent: unknown = await lookIn(name, 'custom', (store) => store.get('unsent'));
  return typeof unsent === 'number' ? unsent : 0;
};
const filesIn = async (name: string): Promise<number> =>
  ((await lookIn<unknown[]>(name, 'files', (store) => store.getAll())) ?? []).filter(
    (it) => typeof it === 'object' && it !== null && !('fileKey' in it && it.fileKey !== undefined),
  ).length;

/** The name of the database of a thread's notes. */
export const notesDatabase = (threadId: string): string => NOTES + threadId;
/** Whether this browser may have stored notes of the thread. */
export const mayStoreNotes = (threadId: string): Promise<boolean> =>
  names().then(
    (kept) => kept.includes(notesDatabase(threadId)),
    () => true,
  );

/** Open notes know the count before it is stored, or if nothing can be stored. */
const open = new Map<() => number, string>();
/** `count`: unsent changes of a thread's notes. Returns a function that unregisters it. */
export function registerUnsentCount(threadId: string, count: () => number): () => void {
  open.set(count, threadId);
  return () => {
    open.delete(count);
  };
}

export async function unsyncedChanges(): Promise<UnsyncedChanges> {
  const known = new Map([...open].map(([count, threadId]) => [threadId, count()]));
  const databases = await names();
  for (const name of databases.filter(
    (it) => it.startsWith(NOTES) && !known.has(it.slice(NOTES.length)),
  ))
    known.set(name.slice(NOTES.length), await changesIn(name));
  return {
    notes: [...known].flatMap(([threadId, changes]) =>
      changes > 0 ? [{ threadId, changes }] : [],
    ),
    files: databases.includes(UPLOADS) ? await filesIn(UPLOADS) : 0,
    drafts: storedKeys('local').filter((key) => key.startsWith(DRAFT)).length,
  };
}

/** Another window that has it open closes it by itself, or when that window closes. */
const drop = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onblocked = () => resolve();
    request.onerror = () => reject(request.error ?? new Error(`${name} is still there.`));
  });

/** `sent`: data that the server has too; `all`: also data that it doesn't have. */
export async function clearLocalData(what: 'sent' | 'all'): Promise<void> {
  for (const area of ['local', 'session'] as const) {
    for (const key of storedKeys(area))
      if (!STAYS.has(key) && (what === 'all' || !key.startsWith(DRAFT))) removeText(area, key);
  }
  for (const name of await names()) {
    const stays =
      what === 'sent' &&
      (name === UPLOADS ? (await filesIn(name)) > 0 : (await changesIn(name)) > 0);
    if (!stays) await drop(name);
  }
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name);
}

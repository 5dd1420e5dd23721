/** Images waiting for their upload, stored in this browser. */
import { z } from 'zod';

const STORE = 'files';
/** Deletes images that nobody came back for. */
const KEPT_MS = 60 * 24 * 3_600_000;

const PendingFile = z.object({
  id: z.string(),
  threadId: z.string(),
  name: z.string(),
  blob: z.instanceof(Blob),
  at: z.number(),
  /** once it is uploaded, but its block was not in the notes */
  fileKey: z.string().optional(),
});
export type PendingFile = z.infer<typeof PendingFile>;

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('This browser keeps nothing.'));
  });

let opened: Promise<IDBDatabase> | undefined;
function database(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open('gloss-uploads', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: 'id' });
    };
    const opening = await answerOf(request);
    // Signing out deletes the database, which is reopened when there is something to store.
    opening.onversionchange = () => {
      opened = undefined;
      opening.close();
    };
    return opening;
  })();
  return opened;
}
const store = async (mode: IDBTransactionMode) =>
  (await database()).transaction(STORE, mode).objectStore(STORE);

export const savePendingFile = async (file: PendingFile): Promise<void> => {
  await answerOf((await store('readwrite')).put(file));
};
export const deletePendingFile = async (id: string): Promise<void> => {
  await answerOf((await store('readwrite')).delete(id));
};

export async function readPendingFiles(threadId: string): Promise<PendingFile[]> {
  const all: unknown[] = await answerOf((await store('readonly')).getAll());
  const files = all.flatMap((it) => {
    const parsed = PendingFile.safeParse(it);
    return parsed.success ? [parsed.data] : [];
  });
  for (const { id } of files.filter(({ at }) => at < Date.now() - KEPT_MS))
    await deletePendingFile(id);
  return files.filter((it) => it.threadId === threadId);
}

/**
 * Keeps notes in memory for a while after the last window closed them, so that a reload or return
 * doesn't wait for a long note to load. Only as long as they equal the stored notes, because other
 * processes may write, too.
 */
import type { Document, Extension, Hocuspocus } from '@hocuspocus/server';
import type { UpdateLog } from './update-log.ts';
import type { UpdateStore } from './update-store.ts';

const GRACE_MS = 30_000;
/** The most documents without connections that stay loaded. */
export const MOST_NOTES = 8;

/** Tells Hocuspocus not to unload a document. Hocuspocus prints no error with an empty message. */
class KeepLoaded extends Error {
  override readonly name = 'KeepLoaded';
}

export interface UnloadGrace {
  extension: Extension;
  /** Unloads a document without connections if it no longer equals the stored one. */
  revalidate(doc: string): Promise<void>;
  /** The number of loaded documents without connections. */
  count(): number;
  /** Unloads all documents without connections, and keeps no further ones. */
  close(): void;
}

interface Left {
  document: Document;
  instance: Hocuspocus;
  timer: NodeJS.Timeout;
}

/** `compact` runs on a document before it is unloaded. */
export function unloadGrace(
  updates: UpdateLog,
  store: UpdateStore,
  compact: (document: Document) => Promise<void>,
): UnloadGrace {
  /** By name, the one left longest ago first. */
  const left = new Map<string, Left>();
  const unloading = new Set<Document>();
  let closed = false;

  const release = async (doc: string): Promise<void> => {
    const it = left.get(doc);
    if (!it) return;
    clearTimeout(it.timer);
    left.delete(doc);
    unloading.add(it.document);
    // Stays loaded if it was opened again.
    await it.instance.unloadDocument(it.document);
    unloading.delete(it.document);
  };
  const compactAndRelease = async (doc: string): Promise<void> => {
    const it = left.get(doc);
    if (!it) return;
    await compact(it.document);
    // The document may have been opened and closed again meanwhile.
    if (left.get(doc) === it) await release(doc);
  };
  const keep = (doc: string, document: Document, instance: Hocuspocus): void => {
    clearTimeout(left.get(doc)?.timer);
    left.delete(doc);
    left.set(doc, {
      document,
      instance,
      timer: setTimeout(() => {
        void compactAndRelease(doc);
      }, GRACE_MS).unref(),
    });
    for (const oldest of [...left.keys()].slice(0, -MOST_NOTES)) void compactAndRelease(oldest);
  };
  const revalidate = async (doc: string): Promise<void> => {
    const rows = left.has(doc) ? updates.rowsOf(doc) : undefined;
    if (rows && !(await store.isAll(doc, rows))) await release(doc);
  };

  return {
    revalidate,
    count: () =>
      [...left.values()].filter(({ document }) => document.getConnectionsCount() === 0).length,
    close() {
      closed = true;
      for (const doc of left.keys()) void release(doc);
    },
    extension: {
      extensionName: 'unload-grace',
      // Runs after the extensions that persist edits and check access.
      priority: 1,
      async onAuthenticate({ documentName }) {
        await revalidate(documentName);
      },
      async beforeUnloadDocument({ documentName, document, instance }) {
        // A damaged document is unloaded: the next opening may be able to read it.
        if (closed || unloading.has(document) || updates.isDamaged(documentName)) return;
        keep(documentName, document, instance);
        throw new KeepLoaded();
      },
    },
  };
}

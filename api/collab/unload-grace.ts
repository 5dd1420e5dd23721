/**
 * Keeps notes in memory for a while after the last window closed them, so that a reload or return
 * doesn't wait for a long note to load. Only as long as they equal the stored notes, because other
 * processes may write, too.
 */
import type { Document, Extension, Hocuspocus } from '@hocuspocus/server';
import type { UpdateLog } from './update-log.ts';
import type { UpdateStore } from './update-store.ts';

const LINGER_MS = 30_000;
/** that are not open */
export const MOST_NOTES = 8;

/** Its message is empty, so that nothing is printed about it. */
class Stays extends Error {
  override readonly name = 'Stays';
}

export interface UnloadGrace {
  extension: Extension;
  /** Lets go of a document that stayed, where it is not what is on disk. */
  freshen(doc: string): Promise<void>;
  /** loaded documents without connections */
  count(): number;
  /** From now on nothing stays. */
  close(): void;
}

interface Left {
  document: Document;
  instance: Hocuspocus;
  timer: NodeJS.Timeout;
}

/** `tidy`: what is done with a document before it is let go of. */
export function unloadGrace(
  updates: UpdateLog,
  store: UpdateStore,
  tidy: (document: Document) => Promise<void>,
): UnloadGrace {
  /** that which was left first comes first */
  const left = new Map<string, Left>();
  const going = new Set<Document>();
  let closed = false;

  const release = async (doc: string): Promise<void> => {
    const it = left.get(doc);
    if (!it) return;
    clearTimeout(it.timer);
    left.delete(doc);
    going.add(it.document);
    // Stays loaded if it was opened again.
    await it.instance.unloadDocument(it.document);
    going.delete(it.document);
  };
  const letGo = async (doc: string): Promise<void> => {
    const it = left.get(doc);
    if (!it) return;
    await tidy(it.document);
    // The document may have been opened and closed again meanwhile.
    if (left.get(doc) === it) await release(doc);
  };
  const stay = (doc: string, document: Document, instance: Hocuspocus): void => {
    clearTimeout(left.get(doc)?.timer);
    left.delete(doc);
    left.set(doc, {
      document,
      instance,
      timer: setTimeout(() => {
        void letGo(doc);
      }, LINGER_MS).unref(),
    });
    for (const oldest of [...left.keys()].slice(0, -MOST_NOTES)) void letGo(oldest);
  };
  const freshen = async (doc: string): Promise<void> => {
    const held = left.has(doc) ? updates.rowsOf(doc) : undefined;
    if (held && !(await store.isAll(doc, held))) await release(doc);
  };

  return {
    freshen,
    count: () =>
      [...left.values()].filter(({ document }) => document.getConnectionsCount() === 0).length,
    close() {
      closed = true;
      for (const doc of left.keys()) void release(doc);
    },
    extension: {
      extensionName: 'linger',
      // Runs after the extensions that persist edits and check access.
      priority: 1,
      async onAuthenticate({ documentName }) {
        await freshen(documentName);
      },
      async beforeUnloadDocument({ documentName, document, instance }) {
        // What could not be read may be whole again.
        if (closed || going.has(document) || updates.isDamaged(documentName)) return;
        stay(documentName, document, instance);
        throw new Stays();
      },
    },
  };
}

/**
 * Notes that nobody has open any more stay in memory for a while: whoever loads their page anew, or
 * comes back to them, does not wait until all of a long note is read again. Only while they are
 * what is on disk: another process may write there, too.
 */
import type { Document, Extension, Hocuspocus } from '@hocuspocus/server';
import type { UpdateLog } from './update-log.ts';
import type { UpdateStore } from './update-store.ts';

const LINGER_MS = 30_000;
/** that nobody has open */
export const MOST_NOTES = 8;

/** Its message is empty, so that nothing is printed about it. */
class Stays extends Error {
  override readonly name = 'Stays';
}

export interface UnloadGrace {
  extension: Extension;
  /** Lets go of a document that stayed, where it is not what is on disk. */
  freshen(doc: string): Promise<void>;
  /** documents that nobody has open */
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
    // It stays where somebody has opened it again.
    await it.instance.unloadDocument(it.document);
    going.delete(it.document);
  };
  const letGo = async (doc: string): Promise<void> => {
    const it = left.get(doc);
    if (!it) return;
    await tidy(it.document);
    // Somebody may have come and left again meanwhile.
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
      // After those that see to it that all is on disk, and that whoever asks may.
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

/**
 * Writes every update of a shared document to disk within a few milliseconds. A failed write is
 * retried until it succeeds, and a document with unsaved updates is never unloaded.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Extension } from '@hocuspocus/server';
import type { Log } from '#config/log.ts';
import { DocumentLog, type UpdateLogEvents } from './document-log.ts';
import { Refusal } from './refusal.ts';
import type { HeldRows, UpdateStore } from './update-store.ts';

export interface UpdateLog {
  extension: Extension;
  /**
   * Resolves once every update taken so far is on disk; at once for a document that is not open.
   */
  whenDurable(doc: string): Promise<void>;
  /** Some rows of the document could not be read. */
  isDamaged(doc: string): boolean;
  /** Returns a copy of the list of rows that an open document contains. */
  rowsOf(doc: string): HeldRows | undefined;
  /** Bytes of an open document on disk. */
  sizeOf(doc: string): number;
  /** Called after a compaction: the row `snapshot`, of `bytes` bytes, replaces the rows `folded`. */
  replaceRows(doc: string, folded: HeldRows, snapshot: number, bytes: number): void;
  /** Documents whose last write failed. */
  failing(): string[];
  /** Writes everything at once. Must be called before the process ends. */
  hurry(): void;
}

export function createUpdateLog(store: UpdateStore, log: Log, events: UpdateLogEvents): UpdateLog {
  const open = new Map<string, DocumentLog>();
  // Writes run outside of the caller's transaction: an edit must stay even if that is rolled back.
  const detached = AsyncLocalStorage.snapshot();

  const extension: Extension = {
    extensionName: 'update-log',
    async onLoadDocument({ document, documentName }) {
      try {
        const stored = await store.read(documentName, document);
        const documentLog = new DocumentLog(document, stored, { store, log, events, detached });
        open.set(documentName, documentLog);
        document.on('update', (update: Uint8Array) => documentLog.take(update));
        document.on('destroy', () => {
          if (open.get(documentName) === documentLog) open.delete(documentName);
        });
      } catch (error) {
        log.error({ err: error, doc: documentName }, 'A shared document could not be read');
        throw new Refusal('fetchDocError');
      }
    },
    async beforeUnloadDocument({ documentName }) {
      await whenDurable(documentName);
    },
  };

  const whenDurable = (doc: string): Promise<void> =>
    open.get(doc)?.whenDurable() ?? Promise.resolve();

  return {
    extension,
    whenDurable,
    isDamaged: (doc) => open.get(doc)?.isDamaged ?? false,
    rowsOf: (doc) => {
      const held = open.get(doc)?.rows;
      return (
        held && {
          updates: [...held.updates],
          snapshots: [...held.snapshots],
          bytes: held.bytes,
          snapshotBytes: held.snapshotBytes,
        }
      );
    },
    sizeOf: (doc) => {
      const held = open.get(doc)?.rows;
      return held ? held.bytes + held.snapshotBytes : 0;
    },
    replaceRows(doc, folded, snapshot, bytes) {
      const held = open.get(doc)?.rows;
      if (!held) return;
      const gone = new Set(folded.updates);
      held.updates = held.updates.filter((seq) => !gone.has(seq));
      held.bytes -= folded.bytes;
      held.snapshots = [snapshot];
      held.snapshotBytes = bytes;
    },
    failing: () => [...open.values()].filter((it) => it.isFailing).map((it) => it.document.name),
    hurry: () => {
      for (const documentLog of open.values()) documentLog.hurry();
    },
  };
}

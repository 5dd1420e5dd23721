import type { Document, Extension } from '@hocuspocus/server';
import { encodeStateAsUpdate } from 'yjs';
import type { Log } from '#config/log.ts';
import type { UpdateLog } from './update-log.ts';
import type { HeldRows, UpdateStore } from './update-store.ts';

export interface CompactionLimits {
  /** rows of the log */
  rows: number;
  bytes: number;
}

export interface Compaction {
  extension: Extension;
  /**
   * Compacts notes that are no longer open, so that the next opening reads one row, and deleted
   * content is gone.
   */
  foldLeft(document: Document): Promise<void>;
}

/**
 * Compacts a long log into one snapshot, some seconds after the last change or when the last person
 * leaves. It may fail without loss.
 */
export function compaction(
  updates: UpdateLog,
  store: UpdateStore,
  log: Log,
  limits: CompactionLimits,
): Compaction {
  const fold = async (document: Document, isDue: (held: HeldRows) => boolean): Promise<void> => {
    const { name } = document;
    // Read together, because the snapshot must contain every row that it replaces.
    const rows = updates.rowsOf(name);
    if (!rows || !isDue(rows)) return;
    const state = encodeStateAsUpdate(document);
    try {
      const snapshot = await store.fold(name, state, rows);
      if (snapshot !== undefined) updates.replaceRows(name, rows, snapshot, state.length);
    } catch (error) {
      log.warn(
        { err: error, doc: name },
        'A shared document could not be compacted; its log stands',
      );
    }
  };
  return {
    extension: {
      extensionName: 'compaction',
      onStoreDocument: ({ document }) =>
        fold(document, (held) => held.updates.length >= limits.rows || held.bytes >= limits.bytes),
    },
    foldLeft: (document) =>
      fold(
        document,
        (held) => held.updates.length > 0 && held.updates.length + held.snapshots.length > 1,
      ),
  };
}

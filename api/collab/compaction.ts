import type { Extension } from '@hocuspocus/server';
import { encodeStateAsUpdate } from 'yjs';
import type { Log } from '#config/log.ts';
import type { UpdateLog } from './update-log.ts';
import type { UpdateStore } from './update-store.ts';

export interface CompactionLimits { /** rows of the log */ rows: number; bytes: number }

/** Folds a long log into one snapshot. It is no save: it runs some seconds after the last change, and may fail without loss. */
export function compaction(updates: UpdateLog, store: UpdateStore, log: Log, limits: CompactionLimits): Extension {
  return {
    extensionName: 'compaction',
    async onStoreDocument({ document, documentName }) {
      // Both at once: the state holds every row that it replaces.
      const held = updates.rowsOf(documentName);
      if (!held || (held.updates.length < limits.rows && held.bytes < limits.bytes)) return;
      const state = encodeStateAsUpdate(document);
      try {
        updates.replaceRows(documentName, held, await store.fold(documentName, state, held));
      } catch (error) {
        log.warn({ err: error, doc: documentName }, 'A shared document could not be compacted; its log stands');
      }
    },
  };
}

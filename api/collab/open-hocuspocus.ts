import { Hocuspocus } from '@hocuspocus/server';
import type { Log } from '#config/log.ts';
import { answerPings } from './answer-pings.ts';
import { type Authorise, authorisation } from './authorise.ts';
import { awarenessGuard } from './awareness-guard.ts';
import { blockAuthors } from './block-authors.ts';
import { compaction, type CompactionLimits } from './compaction.ts';
import { damageNotice } from './damage-notice.ts';
import { durableSync } from './durable-sync.ts';
import { COLLAB_LIMITS, limits, type CollabLimits } from './limits.ts';
import { persistedNotes, type OnPersisted } from './persisted-notes.ts';
import type { Relay } from './relay.ts';
import type { CollabContext } from './socket.ts';
import { unloadGrace, type UnloadGrace } from './unload-grace.ts';
import { updateGuard } from './update-guard.ts';
import { createUpdateLog, type UpdateLog } from './update-log.ts';
import type { UpdateStore } from './update-store.ts';

/**
 * Bytes of messages queued while a document loads for an admitted connection. The client sends the
 * rest with its next connection.
 */
const MAX_QUEUED = 2 ** 20;

export interface HocuspocusOptions {
  log: Log;
  authorise: Authorise;
  /**
   * Called after changes to a thread's notes are on disk: some seconds later, or when the last
   * connection closes.
   */
  onStored?: OnPersisted;
  limits?: Partial<CollabLimits>;
  compaction?: Partial<CompactionLimits>;
  /** Needed if several processes serve the same notes. */
  relay?: Relay | undefined;
  /** What happens to edits that build on a missing one. Default `drop`. */
  pendingEdits?: 'drop' | 'hold';
}

export interface OpenHocuspocus {
  hocuspocus: Hocuspocus<CollabContext>;
  updates: UpdateLog;
  grace: UnloadGrace;
}

/** Opens Hocuspocus over a store, with one extension per concern. */
export function openHocuspocus(store: UpdateStore, options: HocuspocusOptions): OpenHocuspocus {
  const { log, relay } = options;
  const updates = createUpdateLog(store, log, {
    failing: (document) => sync.failing(document),
    recovered: (document) => sync.recovered(document),
  });
  const sync = durableSync(updates.whenDurable);
  const compacting = compaction(updates, store, log, {
    rows: 500,
    bytes: 2 ** 20,
    ...options.compaction,
  });
  const grace = unloadGrace(updates, store, compacting.foldLeft);
  const hocuspocus = new Hocuspocus<CollabContext>({
    quiet: true,
    maxUnauthenticatedQueueSize: MAX_QUEUED,
    maxUnauthenticatedQueueMessages: 200,
    maxPendingDocuments: 1,
    extensions: [
      authorisation(options.authorise),
      limits({ ...COLLAB_LIMITS, ...options.limits }),
      updates.extension,
      ...(relay ? [relay.extension] : []),
      damageNotice(updates.isDamaged),
      sync.extension,
      answerPings(),
      updateGuard({ sizeOf: updates.sizeOf, log, dropsPending: options.pendingEdits !== 'hold' }),
      awarenessGuard(),
      blockAuthors(),
      compacting.extension,
      ...(options.onStored ? [persistedNotes(updates.whenDurable, options.onStored, log)] : []),
      grace.extension,
    ],
  });
  return { hocuspocus, updates, grace };
}

import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { Source } from '#core/contract/source.ts';
import { docToThreadNodes } from '#core/editor/document.ts';
import type { Log } from '#config/log.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import type { CollabServer } from '../../collab/index.ts';
import type { Feature } from '../../http/feature.ts';
import type { AccessChanges } from '../../policy/index.ts';
import { threadRoutes } from './routes.ts';
import { ThreadWatch } from './thread-watch.ts';
import type { Threads } from './threads.ts';

export interface ThreadsParts {
  threads: Threads;
  library: Library;
  changes: AccessChanges;
  collab: CollabServer;
  present(row: SourceRow): Source;
  /** Sources of one owner, as the contract shows them, in the order of `ids`. */
  presentAll(ownerId: UserId, ids: readonly SourceId[]): Promise<Source[]>;
  /** Deletes the files of a deleted thread. */
  forgetFiles(threadId: ThreadId): Promise<void>;
  log: Log;
}

/** Threads: list, read, change and watch. */
export function createThreadsFeature(parts: ThreadsParts): Feature {
  const { threads, library, changes, collab, log } = parts;
  const present = (row: SourceRow) => parts.present(row);
  return {
    name: 'threads',
    routes: threadRoutes({
      threads,
      sources: (ownerId, ids) => parts.presentAll(ownerId, ids),
      nodes: async (id, most) => docToThreadNodes(await collab.readDocument(id, most)),
      notesUpdate: (id) => collab.wholeUpdate(id),
      async onRemoved(id) {
        await collab.forget(id);
        await parts.forgetFiles(id);
      },
      events: {
        threads,
        watch: new ThreadWatch({ threads, library, changes, log }),
        library,
        present,
        log,
      },
    }),
  };
}

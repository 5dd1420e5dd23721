import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { Source } from '#core/contract/source.ts';
import type { Database, FileStore, Library, SourceRow, Upload } from '#pipeline/library/index.ts';
import type { Queue } from '#pipeline/queue/index.ts';
import type { SearchIndex } from '#pipeline/search/index.ts';
import type { Feature } from '../../http/feature.ts';
import type { Signer, ViewPorts } from '../content/index.ts';
import type { Threads } from '../threads/index.ts';
import { libraryRoutes } from './library-routes.ts';
import type { BulkActionPorts } from './bulk-action.ts';
import { presentSource } from './present-source.ts';
import { sourceRoutes } from './routes.ts';
import { Sources, type SourcePorts } from './sources.ts';
import { transcriptRoutes } from './transcript-routes.ts';

export interface SourcesParts {
  database: Database;
  library: Library;
  queue: Queue;
  index: SearchIndex;
  files: FileStore;
  readWebView: ViewPorts['readWebView'];
  threads: Threads;
  signer: Signer;
  publicUrl: string;
  staging: Pick<SourcePorts, 'plan'>;
  /** reads new versions of sources */
  refreshes: {
    begin: BulkActionPorts['refresh'];
    schedule: BulkActionPorts['schedule'];
  };
  /** the thread's uploaded files, by key and by name */
  uploadsOf(threadId: ThreadId): Promise<ReadonlyMap<string, Upload>>;
}
export interface SourcesFeature extends Feature {
  sources: Sources;
  /** The source as the contract shows it. */
  present(row: SourceRow, similar?: SourceRow): Source;
  /** Sources of one owner, as the contract shows them, in the order of `ids`. */
  presentAll(ownerId: UserId, ids: readonly SourceId[]): Promise<Source[]>;
  /** Removes the whole library of an owner. */
  removeAllOf(ownerId: UserId): Promise<void>;
}

const REMOVED_AT_ONCE = 200;

/** Sources of a thread and of the library, and the transcripts of videos. */
export function createSourcesFeature(parts: SourcesParts): SourcesFeature {
  const { database, library, queue, files, threads, signer, publicUrl, refreshes } = parts;
  const refresh = (source: SourceRow) => refreshes.begin(source);
  const sources = new Sources({ ...parts, plan: parts.staging.plan, refresh });
  const present = (row: SourceRow, similar?: SourceRow) => presentSource(row, signer, similar);
  return {
    name: 'sources',
    sources,
    present,
    presentAll: async (ownerId, ids) =>
      (await library.ofOwner(ownerId, ids)).map((row) => present(row)),
    async removeAllOf(ownerId) {
      const next = async () => [
        ...(await library.list({ ownerId, limit: REMOVED_AT_ONCE })),
        ...(await library.trash.list(ownerId, REMOVED_AT_ONCE)),
      ];
      for (let rows = await next(); rows.length > 0; rows = await next()) {
        for (const row of rows) await sources.remove(row);
      }
    },
    routes: [
      ...libraryRoutes({
        database,
        library,
        threads,
        sources,
        present,
        refresh,
        schedule: (source, every) => refreshes.schedule(source, every),
      }),
      ...sourceRoutes({
        sources,
        threads,
        library,
        files,
        present,
        signer,
        publicUrl,
        readWebView: parts.readWebView,
        uploads: (threadId) => parts.uploadsOf(threadId),
      }),
      ...transcriptRoutes({ sources, database, library, files, queue, present }),
    ],
  };
}

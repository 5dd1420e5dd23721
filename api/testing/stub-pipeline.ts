/**
 * Imports, queue and runner on a real database, with stages that do nothing unless the caller
 * replaces them.
 */
import type { Log } from '#config/log.ts';
import { EmbeddingStatus, type Stage } from '#core/contract/source.ts';
import {
  createListings,
  createBookmarkPlan,
  createPlan,
  startFeeder,
  type OpenListing,
} from '#pipeline/imports/index.ts';
import { Follows, Imports, ImportWork, Library, type Database } from '#pipeline/library/index.ts';
import { createDatabaseQueue } from '#pipeline/queue/index.ts';
import type { BlockedSources } from '#pipeline/run/blocked-sources.ts';
import { createRunner } from '#pipeline/run/runner.ts';
import { claim } from '#pipeline/sources/registry.ts';
import type { StageRunner } from '#pipeline/stages/contract.ts';
import { Accounts } from '../features/accounts/index.ts';
import { Threads } from '../features/threads/index.ts';

const CONCURRENCY = 6;
const unused = (): never => {
  throw new Error('not available in a stub pipeline');
};
const doNothing: StageRunner = async () => ({ artifact: {} });
const setReady: StageRunner = async () => ({
  artifact: {},
  patch: { embeddingStatus: EmbeddingStatus.ready, refreshedAt: new Date() },
});

export interface StubPipelineOptions {
  stages?: Partial<Record<Stage, StageRunner>>;
  /** what watchdogs recorded */
  blocked?: BlockedSources;
  /** default: false for every host */
  isPaced?(host: string): boolean;
  openListing?: OpenListing;
}

export async function openStubPipeline(
  database: Database,
  log: Log,
  { stages = {}, blocked, isPaced = () => false, openListing = unused }: StubPipelineOptions = {},
) {
  const owner = await new Accounts(database).owner();
  const threads = new Threads(database);
  const library = new Library(database);
  const queue = createDatabaseQueue({ database, log });
  const imports = new Imports(database);
  const staging = {
    database,
    library,
    imports,
    work: new ImportWork(database, imports),
    follows: new Follows(database),
    planBookmark: createBookmarkPlan({ claim }),
    plan: createPlan({ claim, checkAddress: () => undefined }),
    hold: threads.hold.bind(threads),
  };
  const runner = createRunner({
    database,
    queue,
    log,
    blocked,
    jobTimeoutMs: 60_000,
    onMerged: async () => undefined,
    ports: {
      library,
      limits: { maxPageBytes: 1, maxPdfBytes: 1 },
      get files() {
        return unused();
      },
      get net() {
        return unused();
      },
      get parser() {
        return unused();
      },
      get index() {
        return unused();
      },
      get anchors() {
        return unused();
      },
    },
    stages: {
      fetch: doNothing,
      extract: doNothing,
      snapshot: doNothing,
      chunk: doNothing,
      embed: doNothing,
      index: setReady,
      refresh: doNothing,
      assets: doNothing,
      ...stages,
    },
  });
  return {
    owner,
    threads,
    library,
    queue,
    imports,
    staging,
    runner,
    /** Starts a worker and its feeder. Returns a function that stops them. */
    async work(): Promise<() => Promise<void>> {
      const worker = await queue.work(runner.handler, { concurrency: CONCURRENCY });
      const feeder = startFeeder({
        ...staging,
        queue,
        log,
        backlog: 4 * CONCURRENCY,
        slots: CONCURRENCY,
        slowSlots: 2,
        perHost: 2,
        isPaced,
        listings: createListings({ ...staging, log, open: openListing }),
      });
      return async () => {
        await feeder.stop();
        await worker.stop(0);
      };
    },
  };
}

/**
 * What every process of Gloss is made of: database, files, queue, index, the way out, the parser
 * and the runner.
 */
import type { Stage } from '#core/contract/source.ts';
import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import {
  createListings,
  createPlan,
  startFeeder,
  type StagingPorts,
} from '#pipeline/imports/index.ts';
import {
  Imports,
  ImportWork,
  Library,
  watchDiskSpace,
  type Database,
  type DiskSpace,
  type FileStore,
} from '#pipeline/library/index.ts';
import { createGate, portOf } from '#pipeline/net/gate.ts';
import { createNet, createVirusScanner, type Net, type VirusScanner } from '#pipeline/net/index.ts';
import {
  createBullQueue,
  createDatabaseQueue,
  type Queue,
  type QueueWorker,
  type WorkOptions,
} from '#pipeline/queue/index.ts';
import { BlockedSources } from '#pipeline/run/blocked-sources.ts';
import { createParser, type Parser } from '#pipeline/run/child.ts';
import { createRecogniser, type Recogniser } from '#pipeline/run/recogniser.ts';
import { createRunner, type Runner } from '#pipeline/run/runner.ts';
import { createVectorKeeper } from '#pipeline/run/vector-keeper.ts';
import { createWatchdog, type Watchdog, type WatchdogOptions } from '#pipeline/run/watchdog.ts';
import type { AnchorPort } from '#pipeline/refresh/index.ts';
import {
  createQdrantIndex,
  createRestingEmbedder,
  createRetriever,
  createSqliteIndex,
  withFallback,
  type RestingEmbedder,
  type Retriever,
  type SearchIndex,
} from '#pipeline/search/index.ts';
import { claim } from '#pipeline/sources/registry.ts';
import type { StageRunner } from '#pipeline/stages/contract.ts';
import type { IndexingPorts } from '#pipeline/stages/index-stage.ts';
import { createNotesReader } from '../collab/index.ts';
import { Answers } from '../features/ask/index.ts';
import { finishRestore } from '../features/backup/finish-restore.ts';
import { createAnchors, NoteMoves } from '../features/refresh/index.ts';
import { Threads } from '../features/threads/index.ts';
import { createTextProcess, type TextProcess } from '../text-process/index.ts';
import { openDatabase } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import { openDataDir, type DataDir } from './data-dir.ts';
import { openFiles } from './open-files.ts';
import { createMetrics, observeJobs, type Metrics } from '../telemetry/index.ts';
import { openListing } from './open-listing.ts';
import { reportRefusals } from './refused-files.ts';
import { embeddingProvider, speechProvider } from './provider-fetch.ts';

const SWEEP_MS = 15_000;
/** jobs come back after so long while the disk is full */
const NO_ROOM_MS = 4_000;
/** jobs at once in one process; parsing has its own, smaller limit */
const CONCURRENCY = 6;
/** of imports, jobs that may wait for a hand of this process */
const BACKLOG = 4 * CONCURRENCY;

export interface Parts {
  settings: Settings;
  log: Log;
  metrics: Metrics;
  dataDir: DataDir;
  database: Database;
  library: Library;
  files: FileStore;
  room: DiskSpace;
  queue: Queue;
  index: SearchIndex;
  net: Net;
  parser: Parser;
  texts: TextProcess;
  runner: Runner;
  indexing: IndexingPorts;
  /** how everybody searches */
  retriever: Retriever;
  /** undefined without GLOSS_EMBEDDING_MODEL */
  embedder: RestingEmbedder | undefined;
  /** undefined where there is no tesseract */
  recogniser: Recogniser | undefined;
  /** undefined without GLOSS_CLAMD */
  scanner: VirusScanner | undefined;
  staging: StagingPorts;
  /** what rests on the text of sources */
  anchors: AnchorPort;
  /** whether a host, with its port, is asked no faster than GLOSS_HOST_PACE allows */
  isPaced(host: string): boolean;
  /** undefined where nothing watches the event loop */
  watchdog: Watchdog | undefined;
  close(): Promise<void>;
}
export interface PartsOptions {
  /**
   * Ends the process when its event loop is blocked. Only for processes that run nothing but Gloss.
   * Default: none.
   */
  watchdog?: WatchdogOptions | undefined;
  /** default: the stages themselves */
  stages?: Record<Stage, StageRunner> | undefined;
}

/**
 * `contentOrigin`: our own samples may be fetched from there, although it is a loopback address.
 */
export async function openParts(
  settings: Settings,
  log: Log,
  contentOrigin?: URL,
  options: PartsOptions = {},
): Promise<Parts> {
  const metrics = createMetrics();
  await finishRestore(settings.dataDir);
  const dataDir = await openDataDir(settings.dataDir);
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closers.reverse()) await end();
  };
  try {
    const room = await watchDiskSpace({ folder: settings.dataDir, log });
    closers.push(() => room.stop());
    const database = room.database(
      await openDatabase({ url: settings.databaseUrl, file: dataDir.database, log }),
    );
    closers.push(() => database.close());
    await migrate(database, { file: dataDir.database, log, migrations });
    const library = new Library(database);
    const store = await openFiles(settings, dataDir, log);
    closers.push(async () => {
      store.close();
    });
    const files = room.files(store);
    const queue = settings.redisUrl
      ? await createBullQueue({ redisUrl: settings.redisUrl, database, log })
      : createDatabaseQueue({ database, log });
    closers.push(() => queue.close());
    const embedded = createSqliteIndex({ file: dataDir.index, log });
    const index = settings.qdrant
      ? withFallback(createQdrantIndex({ ...settings.qdrant, log }), embedded, log)
      : embedded;
    closers.push(() => index.close());
    const provider = embeddingProvider(settings, log, metrics);
    if (provider) closers.push(provider.close);
    const retriever = createRetriever({
      index,
      embedder: provider,
      log,
      onSpent: (model, tokens) => {
        library.embeddings.spend(model, tokens).catch((error: unknown) => {
          log.warn({ err: error }, 'the cost of a question was not kept');
        });
      },
    });
    const embedder = provider && createRestingEmbedder(provider);
    const ours = contentOrigin
      ? [
          contentOrigin.host.includes(':')
            ? contentOrigin.host
            : `${contentOrigin.host}:${contentOrigin.protocol === 'https:' ? 443 : 80}`,
        ]
      : [];
    const speech = speechProvider(settings, metrics);
    if (speech) closers.push(speech.close);
    const net = createNet(settings, log, { allow: ours, ...(speech && { speech }) });
    closers.push(() => net.close());
    const parser = createParser({
      deadlineMs: Math.min(settings.jobTimeoutMs, 60_000),
      ...(settings.pdfPatches ? {} : { pdfPatches: [] }),
      onWarning: (message) => {
        log.warn(message);
      },
    });
    closers.push(() => parser.close());
    const texts = createTextProcess();
    closers.push(() => texts.close());
    const recogniser = createRecogniser({ languages: settings.ocrLanguages, path: settings.path });
    const scanner = settings.clamd && createVirusScanner(settings.clamd);
    const threads = new Threads(database);
    const anchors = createAnchors({
      threads,
      answers: new Answers(database),
      library,
      moves: new NoteMoves(database),
      readNotes: createNotesReader(database, log),
    });
    const limits = { maxPageBytes: settings.maxPageBytes, maxPdfBytes: settings.maxPdfBytes };
    const indexing = { library, index, ...(embedder && { embedder }) };
    const watchdog =
      options.watchdog && createWatchdog({ ...options.watchdog, folder: dataDir.blocked, log });
    if (watchdog) closers.unshift(() => watchdog.stop());
    const runner = createRunner({
      watchdog,
      blocked: new BlockedSources({ folder: dataDir.blocked, log }),
      ...(options.stages && { stages: options.stages }),
      database,
      queue,
      log,
      jobTimeoutMs: settings.jobTimeoutMs,
      ports: {
        ...indexing,
        files,
        net,
        parser,
        anchors,
        limits,
        ...(recogniser && { recogniser }),
        ...(scanner && { scanner }),
      },
      onFailed: reportRefusals(database, log),
      onMerged: (from, into, transaction) => threads.repoint(from, into, transaction),
    });
    const gate = createGate({ allow: [...settings.fetchAllow, ...ours] });
    const imports = new Imports(database);
    const staging: StagingPorts = {
      database,
      library,
      imports,
      work: new ImportWork(database, imports),
      plan: createPlan({
        claim,
        checkAddress: (url) => {
          gate.parse(url);
        },
      }),
      hold: (threadId, sourceIds, transaction) => threads.hold(threadId, sourceIds, transaction),
    };
    const isPaced = (host: string): boolean => {
      const url = URL.parse(`https://${host}`);
      return (
        !url ||
        !(
          gate.isAllowed(url.hostname, portOf(url)) ||
          gate.isAllowed(url.hostname, Number(url.port) || 80)
        )
      );
    };
    return {
      settings,
      log,
      metrics,
      dataDir,
      database,
      library,
      files,
      queue,
      index,
      retriever,
      embedder,
      room,
      net,
      parser,
      texts,
      recogniser,
      scanner,
      runner,
      indexing,
      staging,
      anchors,
      isPaced,
      watchdog,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface WorkerOptions extends Pick<WorkOptions, 'stuckMs'> {
  /**
   * Hears that the worker takes nothing any more, and sees to the rest. Without it another takes
   * its place here, since page and notes live in the same process.
   */
  onStuck?(): void;
}

/**
 * As `startWorker`, but sources are read only after `delayMs`. What blocked the event loop before
 * is set aside at once.
 */
export async function startWorkerLater(
  parts: Parts,
  options: WorkerOptions,
  delayMs: number,
): Promise<QueueWorker> {
  const { log, runner } = parts;
  log.warn({ ms: delayMs }, 'reading sources is paused');
  await setAsideBlockers(runner, log);
  let started: Promise<QueueWorker | undefined> | undefined;
  const timer = setTimeout(() => {
    started = startWorker(parts, options).catch((error: unknown) => {
      log.error({ err: error }, 'the worker could not be started; restart the server');
      return undefined;
    });
  }, delayMs);
  return {
    async stop(graceMs) {
      clearTimeout(timer);
      await (await started)?.stop(graceMs);
    },
  };
}

/** The start continues without it: the sources are retried, and the watchdog is active. */
async function setAsideBlockers(runner: Runner, log: Log): Promise<void> {
  await runner.setAsideBlockers().catch((error: unknown) => {
    log.error({ err: error }, 'what blocked the event loop could not be set aside');
  });
}

/**
 * Works the queue in this process, feeds it from imports, and enqueues again whatever is due and
 * forgotten.
 */
export async function startWorker(
  parts: Parts,
  { onStuck, stuckMs }: WorkerOptions = {},
): Promise<QueueWorker> {
  const { queue, runner, log, settings, staging } = parts;
  const sweep = () =>
    runner.sweep().then(
      (count) => {
        if (count > 0) log.info({ count }, 'sweeper enqueued what was due');
      },
      (error: unknown) => log.warn({ err: error }, 'sweeper could not look'),
    );
  // A stage would only find the disk full again.
  const handler = observeJobs(parts.metrics, (run) =>
    parts.room.isFull()
      ? Promise.resolve({ kind: 'wait', delayMs: NO_ROOM_MS })
      : runner.handler(run),
  );
  await setAsideBlockers(runner, log);
  const workers: QueueWorker[] = [];
  const begin = async (): Promise<void> => {
    const made = await queue.work(handler, {
      concurrency: CONCURRENCY,
      ...(stuckMs !== undefined && { stuckMs }),
      onStuck() {
        log.error('The worker takes no jobs any more, although some are due');
        if (onStuck) return onStuck();
        // What runs has a while to end.
        void made.stop().finally(() => {
          workers.splice(workers.indexOf(made), 1);
        });
        begin().catch((error: unknown) => {
          log.error({ err: error }, 'no other worker could take its place');
        });
      },
    });
    workers.push(made);
  };
  await begin();
  const feeder = startFeeder({
    ...staging,
    queue,
    log,
    backlog: BACKLOG,
    perHost: settings.hostPace.concurrency,
    isPaced: parts.isPaced,
    listings: createListings({ ...staging, log, open: openListing(parts) }),
  });
  const keeper = createVectorKeeper({ ports: parts.indexing, log });
  const keep = () =>
    keeper.tick().then(
      (count) => {
        if (count > 0) log.info({ count }, 'sources embedded that were ready before');
      },
      (error: unknown) =>
        log.warn({ err: error }, 'sources without vectors could not be looked for'),
    );
  const timer = setInterval(() => {
    void sweep();
    void keep();
  }, SWEEP_MS);
  void sweep();
  void keep();
  return {
    async stop(graceMs) {
      clearInterval(timer);
      await feeder.stop();
      await keeper.stop();
      await Promise.all(workers.map((worker) => worker.stop(graceMs)));
    },
  };
}

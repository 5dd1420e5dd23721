/** The parts of every Gloss process: database, files, queue, index, gate, parser and runner. */
import { availableParallelism } from 'node:os';
import type { Stage } from '#core/contract/source.ts';
import type { Log } from '#config/log.ts';
import { assertPackagesInstalled } from '#config/optional-packages.ts';
import type { Settings } from '#config/settings.ts';
import { createBookmarkPlan, createPlan, type StagingPorts } from '#pipeline/imports/index.ts';
import { Follows, Imports, ImportWork } from '#pipeline/library/index.ts';
import { createGate, portOf, type Gate } from '#pipeline/net/gate.ts';
import type { PoolCounts } from '#pipeline/net/concurrency-limit.ts';
import { createNet, createVirusScanner, type Net, type VirusScanner } from '#pipeline/net/index.ts';
import { BlockedSources } from '#pipeline/run/blocked-sources.ts';
import { createParser, type Parser } from '#pipeline/run/child.ts';
import { createRecogniser, type Recogniser } from '#pipeline/run/recogniser.ts';
import { createRunner, type Runner } from '#pipeline/run/runner.ts';
import { createWatchdog, type Watchdog, type WatchdogOptions } from '#pipeline/run/watchdog.ts';
import type { AnchorPort } from '#pipeline/refresh/index.ts';
import { claim } from '#pipeline/sources/registry.ts';
import type { StageRunner } from '#pipeline/stages/contract.ts';
import type { IndexingPorts } from '#pipeline/stages/index-stage.ts';
import { createWebViews } from '#pipeline/stages/web-view.ts';
import { createNotesReader } from '../collab/index.ts';
import { Answers } from '../features/ask/index.ts';
import { finishRestore } from '../features/backup/finish-restore.ts';
import { createAnchors, NoteMoves } from '../features/refresh/index.ts';
import { Threads } from '../features/threads/index.ts';
import { createTextProcess, type TextProcess } from '../text-process/index.ts';
import { openDataDir, type DataDir } from './data-dir.ts';
import { createMetrics, type Metrics } from '../telemetry/index.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { openSearch, type Search } from './open-search.ts';
import { openStores, type Stores } from './open-stores.ts';
import { openProviders, type Providers } from './open-providers.ts';
import { reportRefusals } from './refused-files.ts';

/** Import jobs that one process runs at once. */
export const BULK_SLOTS = 24;
/** How many of these may wait for slow hosts. */
export const SLOW_SLOTS = BULK_SLOTS / 3;
/** Parsing processes, and bulk stages that use the CPU at once. */
const COMPUTING_SLOTS = Math.max(2, availableParallelism());

interface Base {
  settings: Settings;
  log: Log;
  metrics: Metrics;
  dataDir: DataDir;
}
interface Network {
  net: Net;
  /** tells whether requests to a host and port are limited by GLOSS_HOST_PACE */
  isPaced(host: string): boolean;
}
interface Parsers {
  parser: Parser;
  texts: TextProcess;
  /** undefined without tesseract */
  recogniser: Recogniser | undefined;
  /** undefined without GLOSS_CLAMD */
  scanner: VirusScanner | undefined;
}
export interface Parts extends Base, Stores, Search, Network, Parsers {
  /** the model provider, which Settings may change */
  providers: Providers;
  runner: Runner;
  indexing: IndexingPorts;
  staging: StagingPorts;
  /** anchors into the text of sources */
  anchors: AnchorPort;
  /** changes of notes that refreshes leave */
  noteMoves: NoteMoves;
  /** returns the HTML of pages with their original appearance */
  readWebView: ReturnType<typeof createWebViews>;
  /** slots of the pools that process sources */
  pools(): Readonly<Record<string, PoolCounts>>;
  /** undefined if nothing watches the event loop */
  watchdog: Watchdog | undefined;
  close(): Promise<void>;
}
export interface PartsOptions {
  /**
   * Ends the process when its event loop is blocked. Only for processes that run nothing but Gloss.
   * Default: none.
   */
  watchdog?: WatchdogOptions | undefined;
  /** default: the real stages */
  stages?: Record<Stage, StageRunner> | undefined;
}

/** `contentOrigin`: samples may be fetched from there, although it is a loopback address. */
export async function openParts(
  settings: Settings,
  log: Log,
  contentOrigin?: URL,
  options: PartsOptions = {},
): Promise<Parts> {
  assertPackagesInstalled(settings);
  const metrics = createMetrics();
  await finishRestore(settings.dataDir);
  const dataDir = await openDataDir(settings.dataDir);
  const lifecycle = createLifecycle(log);
  const base = { settings, log, metrics, dataDir };
  try {
    const watchdog =
      options.watchdog && createWatchdog({ ...options.watchdog, folder: dataDir.blocked, log });
    if (watchdog) lifecycle.add('watchdog', () => watchdog.stop());
    const stores = await openStores({ ...base, lifecycle });
    const secret = settings.secret ?? (await dataDir.secret());
    const providers = await openProviders({ ...base, ...stores, secret, lifecycle });
    const search = openSearch({ ...base, ...stores, lifecycle, providers });
    const own = contentOrigin ? [authorityOf(contentOrigin)] : [];
    const gate = createGate({ allow: [...settings.fetchAllow, ...own] });
    const parsed = {
      ...base,
      ...stores,
      ...search,
      providers,
      net: openNet(base, own, lifecycle, providers),
      isPaced: isPacedBy(gate),
      ...createParsers(base, lifecycle),
      watchdog,
    };
    const { library, index, net, parser } = parsed;
    const threads = new Threads(stores.database);
    const noteMoves = new NoteMoves(stores.database);
    const anchors = createAnchorPort(parsed, threads, noteMoves);
    const indexing: IndexingPorts = {
      library,
      index,
      get embedder() {
        return providers.restingEmbedder;
      },
    };
    const runner = createSourceRunner({ ...parsed, anchors, indexing }, threads, options.stages);
    return {
      ...parsed,
      anchors,
      noteMoves,
      indexing,
      readWebView: createWebViews(parsed),
      runner,
      pools: () => ({
        ...runner.pools(),
        parsing: parser.counts(),
        browser: net.browser.counts(),
      }),
      staging: createStaging(stores, threads, gate),
      close: () => lifecycle.closeAll(0),
    };
  } catch (error) {
    // The lifecycle logs errors of closing; the caller gets the first error.
    await lifecycle.closeAll(0).catch(() => undefined);
    throw error;
  }
}

/** Returns host and port, including default ports. */
const authorityOf = ({ host, protocol }: URL): string =>
  host.includes(':') ? host : `${host}:${protocol === 'https:' ? 443 : 80}`;

function openNet(
  { settings, log }: Base,
  allow: readonly string[],
  lifecycle: Lifecycle,
  providers: Providers,
): Net {
  const net = createNet(settings, log, {
    allow,
    get speech() {
      return providers.speech;
    },
  });
  lifecycle.add('network', () => net.close());
  return net;
}

const isPacedBy =
  (gate: Gate) =>
  (host: string): boolean => {
    const url = URL.parse(`https://${host}`);
    return (
      !url ||
      !(
        gate.isAllowed(url.hostname, portOf(url)) ||
        gate.isAllowed(url.hostname, Number(url.port) || 80)
      )
    );
  };

function createParsers({ settings, log }: Base, lifecycle: Lifecycle): Parsers {
  const parser = createParser({
    deadlineMs: Math.min(settings.jobTimeoutMs, 60_000),
    size: COMPUTING_SLOTS,
    ...(settings.pdfPatches ? {} : { pdfPatches: [] }),
    domPatch: settings.domPatch,
    onWarning: (message) => {
      log.warn(message);
    },
  });
  lifecycle.add('parsing children', () => parser.close());
  const texts = createTextProcess();
  lifecycle.add('text children', () => texts.close());
  return {
    parser,
    texts,
    recogniser: createRecogniser({ languages: settings.ocrLanguages, path: settings.path }),
    scanner: settings.clamd && createVirusScanner(settings.clamd),
  };
}

const createAnchorPort = (
  { database, library, log }: Base & Stores,
  threads: Threads,
  moves: NoteMoves,
) =>
  createAnchors({
    threads,
    answers: new Answers(database),
    library,
    moves,
    readNotes: createNotesReader(database, log),
  });

function createSourceRunner(
  parts: Omit<Parts, 'runner' | 'noteMoves' | 'pools' | 'staging' | 'readWebView' | 'close'>,
  threads: Threads,
  stages: PartsOptions['stages'],
): Runner {
  const { settings, log, dataDir, database, queue, watchdog } = parts;
  const { indexing, files, net, parser, anchors, recogniser, scanner } = parts;
  return createRunner({
    watchdog,
    blocked: new BlockedSources({ folder: dataDir.blocked, log }),
    ...(stages && { stages }),
    database,
    queue,
    log,
    jobTimeoutMs: settings.jobTimeoutMs,
    bulkLimits: { computing: COMPUTING_SLOTS, slow: SLOW_SLOTS },
    ports: {
      ...indexing,
      get embedder() {
        return indexing.embedder;
      },
      files,
      net,
      parser,
      anchors,
      limits: { maxPageBytes: settings.maxPageBytes, maxPdfBytes: settings.maxPdfBytes },
      ...(recogniser && { recogniser }),
      ...(scanner && { scanner }),
    },
    onFailed: reportRefusals(database, log),
    onMerged: (from, into, transaction) => threads.repoint(from, into, transaction),
  });
}

function createStaging({ database, library }: Stores, threads: Threads, gate: Gate): StagingPorts {
  const imports = new Imports(database);
  return {
    database,
    library,
    imports,
    work: new ImportWork(database, imports),
    follows: new Follows(database),
    planBookmark: createBookmarkPlan({ claim }),
    plan: createPlan({
      claim,
      checkAddress: (url) => {
        gate.parse(url);
      },
    }),
    hold: (threadId, sourceIds, transaction) => threads.hold(threadId, sourceIds, transaction),
  };
}

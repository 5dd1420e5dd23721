/** The composition root: lists the parts of a server, in the order in which they start. */
import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { VERSION } from '#config/version.ts';
import { createAnswerEngines } from './compose/answer-engines.ts';
import { answerRequests } from './compose/answer-requests.ts';
import { createFeatures } from './compose/features.ts';
import { openJobBoardFeature } from './compose/open-job-board.ts';
import { createOperations } from './compose/operations.ts';
import { createLifecycle, combine } from './compose/lifecycle.ts';
import { openListener } from './compose/listener.ts';
import { openParts, type Parts, type PartsOptions } from './compose/parts.ts';
import { createReconciliation } from './compose/reconciliation.ts';
import { createServerClock } from './compose/schedule.ts';
import { createServerWorker, type ServerWorkerOptions } from './compose/start-worker.ts';
import type { Feature } from './http/feature.ts';
import { openTelemetry } from './telemetry/index.ts';

export { schedule } from './compose/schedule.ts';
export { runWorker, type RunningWorker } from './compose/run-worker.ts';

export interface GlossServer {
  url: string;
  /** port that it listens on */
  port: number;
  /** a bearer token of the owner */
  ownerToken: string;
  parts: Parts;
  /** returns a one-time sign-in link of the owner */
  newLink(): Promise<string>;
  /** resolves when the sample thread is complete, with whether this start created it */
  sample: Promise<boolean>;
  /** Running jobs get `graceMs` to finish (default 7 s), then go back to the queue. */
  close(graceMs?: number): Promise<void>;
}
export interface ServeOptions extends ServerWorkerOptions, PartsOptions {
  /** create the sample thread at the first start, default true */
  sample?: boolean;
  /** run the schedule, default true */
  schedule?: boolean;
}

/** With the other steps of a stop, below the 10 s of process managers. */
const GRACE_MS = 7_000;

/** Serves API, page, content host and collaboration on one port, with a worker. */
export async function serve(
  settings: Settings,
  log: Log,
  options: ServeOptions = {},
): Promise<GlossServer> {
  const listener = await openListener(settings);
  const { port, publicUrl, contentUrl } = listener;
  const parts = await openParts(settings, log, new URL(contentUrl), options).catch(
    async (error: unknown) => {
      await listener.close();
      throw error;
    },
  );
  const telemetry = await openTelemetry(parts, 'serve');
  const engines = createAnswerEngines(parts);
  const features = await createFeatures({ parts, listener, engines, sample: options.sample });
  const { accounts, collab, changes, samples, owner, posts } = features;
  const board = await openJobBoardFeature(settings, accounts.authenticate);
  // In the order of their start. A stop closes them in reverse.
  const started: Feature[] = [
    { name: 'parts', close: () => parts.close() },
    { name: 'telemetry', close: () => telemetry.close() },
    engines,
    accounts,
    board,
    { name: 'server.json', close: () => parts.dataDir.dropNote() },
    combine([posts, samples, createReconciliation(parts, features), features.search]),
    { name: 'text children', close: () => parts.texts.close() },
    { name: 'connections', close: () => listener.close() },
    { name: 'notes', close: () => collab.close() },
    { name: 'access changes', close: () => changes.stop() },
    features.threads,
    features.history,
    features.refresh,
    features.sources,
    features.imports,
    features.follows,
    features.files,
    features.ask,
    features.home,
    features.export,
    features.analytics,
    createOperations({ parts, listener, engines, features, routes: () => routes }),
    createServerWorker(parts, options),
    {
      name: 'listener',
      close(graceMs) {
        listener.stop(graceMs);
        endEventStreams();
      },
    },
    createServerClock(parts, features, options.schedule),
  ];
  const routes = started.flatMap((it) => it.routes ?? []);
  const { endEventStreams } = answerRequests({ parts, listener, features, routes, board });
  const lifecycle = createLifecycle(log);
  for (const it of started) if (it.close) lifecycle.add(it.name, (graceMs) => it.close?.(graceMs));
  for (const it of started) await it.start?.();
  await announce(parts, publicUrl);
  warmUp(parts, listener.draining);
  samples.begin();
  return {
    url: publicUrl,
    port,
    ownerToken: owner.token,
    parts,
    sample: samples.made,
    async newLink() {
      // The first visit finds the sample thread.
      await samples.begun;
      return `${publicUrl}/api/auth/link?code=${await accounts.accounts.newLink(owner.id)}`;
    },
    close(graceMs = GRACE_MS) {
      listener.drain();
      return lifecycle.closeAll(graceMs);
    },
  };
}

/** Tells commands on this machine, and the log, where the server is. */
async function announce({ dataDir, queue, database, log }: Parts, url: string): Promise<void> {
  const startedAt = new Date().toISOString();
  await dataDir.writeNote({ url, pid: process.pid, version: VERSION, startedAt });
  log.info({ url, queue: queue.engine, database: database.dialect }, 'Gloss serves');
}

/** Reads the index once, so that the first search is fast. */
function warmUp({ index, log }: Parts, draining: AbortSignal): void {
  index.warmUp?.().catch((error: unknown) => {
    if (!draining.aborted) log.warn({ err: error }, 'the first search may take a while');
  });
}

import { setTimeout as wait } from 'node:timers/promises';
import { Option } from 'commander';
import type { GlossServer, ServeOptions, RunningWorker } from '#api/server.ts';
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { paint, type Output } from '../render/output.ts';
import { claimDataDir } from '../claim-data-dir.ts';
import type { FromServer } from '../supervise.ts';

export const untilAborted = (signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
};

export interface ServeHooks extends Pick<ServeOptions, 'stages'> {
  /** receives the sign-in link once it is printed; not after a restart */
  onLink?(link: string): void;
}

/** Serves until it is stopped. `stages`: replaces the stages of sources. */
export async function serveUntilStopped(
  { settings, out, signal }: Pick<Context, 'settings' | 'out' | 'signal'>,
  options: Record<string, unknown>,
  { onLink, ...more }: ServeHooks = {},
): Promise<ExitCode> {
  const [{ serve: start }, { createLog }] = await Promise.all([
    import('#api/server.ts'),
    import('#config/log.ts'),
  ]);
  if (settings.unknown.length > 0) {
    out.note(`Unknown settings, ignored: ${settings.unknown.join(', ')}`);
  }
  const isRestart = options['restarted'] !== undefined;
  const release = await claimDataDir(settings.dataDir, signal);
  // After a restart, open pages reconnect to the same address, even if any free port was requested.
  const serverSettings = isRestart ? { ...settings, port: Number(options['restarted']) } : settings;
  const server = await start(serverSettings, createLog(settings.logLevel), {
    worker: options['worker'] !== false,
    sample: options['sample'] !== false,
    watchdog: {},
    workAfterMs: Number(options['workAfter'] ?? 0),
    ...more,
  });
  process.send?.({ port: server.port } satisfies FromServer);
  if (isRestart) out.note(`Gloss is at ${server.url} again.`);
  else {
    const link = await sayHowToSignIn(server, out);
    onLink?.(link);
  }
  await untilAborted(signal);
  out.note('Stopping …');
  await server.close();
  release();
  return 0;
}

async function sayHowToSignIn(server: GlossServer, out: Output): Promise<string> {
  const link = await server.newLink();
  out.record({ url: server.url, link });
  out.line(`\n  ${paint('bold', 'Gloss')} is at ${paint('cyan', server.url)}\n`);
  out.line(`  Open this once to sign in:\n  ${paint('cyan', link)}\n`);
  out.line('  Ctrl-C stops it. A new link: gloss open\n');
  // Log lines written since then may have scrolled the link out of view.
  void server.sample.then((made) => {
    if (made) out.line(`  The sample thread is ready. Open:\n  ${paint('cyan', link)}\n`);
  });
  return link;
}

export const serve: CliCommand = {
  describe: (program) =>
    program
      .command('serve')
      .description('Run the server: API, page, notes, a worker')
      .option('--no-worker', 'process nothing; leave it to `gloss worker`')
      .option('--no-sample', "don't create the sample thread at the first start")
      .option(
        '--no-supervise',
        "don't restart the server after a hang or crash; for use with a process manager",
      )
      .addOption(new Option('--restarted <port>').hideHelp())
      .addOption(new Option('--work-after <ms>').hideHelp()),
  run: (context, _args, options) => serveUntilStopped(context, options),
};

/** Redis may never answer requests of a stuck worker, so this limits the time to end. */
const CLOSE_MS = 10_000;

/**
 * Returns 1 if the worker no longer takes jobs, so that its supervisor, such as systemd or Compose,
 * restarts it.
 */
export async function untilItEnds(
  running: RunningWorker,
  signal: AbortSignal,
  out: Pick<Output, 'problem'>,
): Promise<ExitCode> {
  const isStuck = await Promise.race([untilAborted(signal), running.stuck.then(() => true)]);
  if (!isStuck) {
    await running.close();
    return 0;
  }
  out.problem(
    'This worker stopped taking jobs, although some are due and Redis responds. It exits and returns its jobs to the queue. Start it again, or let your process manager do it.',
  );
  await Promise.race([running.close(), wait(CLOSE_MS)]);
  return 1;
}

export const worker: CliCommand = {
  describe: (program) =>
    program.command('worker').description('Start another worker on the same database and queue'),
  async run({ settings, out, signal }) {
    const [{ runWorker }, { createLog }] = await Promise.all([
      import('#api/server.ts'),
      import('#config/log.ts'),
    ]);
    const running = await runWorker(settings, createLog(settings.logLevel), { watchdog: {} });
    out.record({ pid: process.pid });
    out.note('The worker is running. Ctrl-C stops it.');
    return untilItEnds(running, signal, out);
  },
};

/**
 * `gloss serve` and `gloss start` run the server in a child process and restart it after a crash or
 * a blocked event loop. This process does nothing else and loads nothing else, so that it stays
 * small and can't hang.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const MOST_RESTARTS = 5;
const PERIOD_MS = 10 * 60_000;
/** Kills a hanging server that does not end in time. */
const KILL_MS = 1_000;
/**
 * Delay before restarting a server that served before and now fails, for example while its database
 * is down.
 */
const PAUSE_MS = 1_000;
/** Exit codes without a restart: normal end, wrong usage, requested stop. */
const FINAL_CODES = new Set([0, 2, 130]);
const FINAL_SIGNALS = new Set(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);
const INTERRUPTED = 130;
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGILL: 4,
  SIGTRAP: 5,
  SIGABRT: 6,
  SIGBUS: 7,
  SIGFPE: 8,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};
const GIVEN_UP = [
  `is not started again, since it was ${MOST_RESTARTS} times in 10 minutes. The lines above say why;`,
  'see "When the server hangs" in docs/operations.md. `gloss serve --no-worker` starts it without processing sources.',
].join(' ');

/** Messages of the supervisor to its server. `now`: the second request to stop. */
export type ToServer = 'stop' | 'now';
/** The server's message to its supervisor once it serves. */
export interface FromServer {
  port: number;
}

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const SERVING = new Set(['serve', 'start']);
/**
 * Limits young objects to 4 MB, so that an idle server needs less memory without slower responses.
 */
const SERVER_NODE_ARGS = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'];
const VALUED = new Set(['--server']);
const UNSUPERVISED = new Set(['--no-supervise', '--help', '-h', '--version', '-V']);

/** Position of the command in the arguments, or -1. */
export function commandAt(args: readonly string[]): number {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) return at;
    if (VALUED.has(arg)) at += 1;
  }
  return -1;
}

/** Whether these arguments ask for a supervised server. A debugger needs the server itself. */
export function isSupervised(
  args: readonly string[],
  nodeArgs: readonly string[] = process.execArgv,
): boolean {
  if (!SERVING.has(args[commandAt(args)] ?? '')) return false;
  return (
    !args.some((arg) => UNSUPERVISED.has(arg)) &&
    !nodeArgs.some((arg) => arg.startsWith('--inspect'))
  );
}

function exitCodeOf({ code, signal }: End): number {
  return code ?? 128 + (SIGNAL_NUMBERS[signal ?? ''] ?? 1);
}

/**
 * Whether a restart may help: after a crash, a kill or a blocked loop. A server that never served
 * fails for a reason.
 */
function isWorthARestart({ code, signal }: End, hasEverServed: boolean): boolean {
  if (signal !== null) return !FINAL_SIGNALS.has(signal);
  return code === 70 || (hasEverServed && !FINAL_CODES.has(code ?? 1));
}

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
const describe = ({ code, signal }: End): string =>
  signal === null ? `exit code ${code}` : signal;

/**
 * Runs `node main serve …` until it ends by itself, and returns the exit code. `args`: the
 * arguments of `gloss`.
 */
export async function supervise(main: string, args: readonly string[]): Promise<number> {
  let child: ChildProcess | undefined;
  let port: number | undefined;
  let requests = 0;
  const onSignal = (): void => {
    requests += 1;
    tell(child, requests === 1 ? 'stop' : 'now');
    if (requests > 1) setTimeout(() => child?.kill('SIGKILL'), KILL_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);

  const restarts: number[] = [];
  for (;;) {
    let hasServed = false;
    const at = commandAt(args) + 1;
    const restartOptions = port === undefined ? [] : ['--restarted', String(port)];
    // If sources repeatedly stop the server, the page and the notes stay up without processing.
    const later = restarts.length < MOST_RESTARTS ? [] : ['--work-after', String(PERIOD_MS)];
    const own = ['--no-supervise', ...restartOptions, ...later];
    const nodeArgs = new Set([...SERVER_NODE_ARGS, ...process.execArgv]);
    const childArgs = [...nodeArgs, main, ...args.slice(0, at), ...own, ...args.slice(at)];
    child = spawn(process.execPath, childArgs, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (message: FromServer) => {
      hasServed = true;
      port = message.port;
    });
    const end = await ended(child);
    if (requests > 0) return requests > 1 ? INTERRUPTED : exitCodeOf(end);
    if (!isWorthARestart(end, port !== undefined)) return exitCodeOf(end);
    const now = performance.now();
    while (restarts[0] !== undefined && now - restarts[0] > PERIOD_MS) restarts.shift();
    if (restarts.length >= MOST_RESTARTS) {
      say(`Gloss stopped unexpectedly (${describe(end)}) and ${GIVEN_UP}`);
      return exitCodeOf(end);
    }
    restarts.push(now);
    const isLast = restarts.length === MOST_RESTARTS;
    const pause = isLast ? ' Sources are not read for the next 10 minutes.' : '';
    say(`Gloss stopped unexpectedly (${describe(end)}). Starting it again …${pause}`);
    if (!hasServed) await wait(PAUSE_MS);
    if (requests > 0) return exitCodeOf(end);
  }
}

function tell(child: ChildProcess | undefined, message: ToServer): void {
  // It may have just ended, which is noticed anyway.
  if (child?.connected) child.send(message, () => undefined);
}

function ended(child: ChildProcess): Promise<End> {
  const { promise, resolve } = Promise.withResolvers<End>();
  child.once('exit', (code, signal) => resolve({ code, signal }));
  child.once('error', (error) => {
    say(`Couldn't start the server: ${error.message}`);
    resolve({ code: 1, signal: null });
  });
  return promise;
}

/** Servers of shared documents in separate processes: Gloss's, and Hocuspocus with its database extension. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Held {
  /** heap after garbage collection, including buffers */
  heapMB: number;
  rssMB: number;
}
export interface CollabHost {
  url: string;
  held(): Promise<Held>;
  /** Hocuspocus only: settles at the next write of a document */
  stored(): Promise<void>;
  kill(): Promise<void>;
  /** a regular end */
  stop(): Promise<void>;
}
export type HostKind = 'gloss' | 'hocuspocus';
const FILES: Record<HostKind, string> = {
  gloss: 'collab-gloss.ts',
  hocuspocus: 'collab-hocuspocus.ts',
};

const next = async (child: ChildProcess, of: string): Promise<Record<string, unknown>> => {
  for (;;) {
    const [message] = (await once(child, 'message')) as [Record<string, unknown>];
    if (message['of'] === of) return message;
  }
};

/** `file`: SQLite database, which is created if missing, and kept. */
export async function openHost(kind: HostKind, file: string, port = 0): Promise<CollabHost> {
  const child = fork(join(import.meta.dirname, FILES[kind]), [file, String(port)], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const early = once(child, 'exit').then(() => {
    throw new Error(`the ${kind} host ended before it was ready`);
  });
  const { port: taken } = await Promise.race([next(child, 'ready'), early]);
  early.catch(() => undefined);
  return {
    url: `ws://127.0.0.1:${String(taken)}/collab`,
    async held() {
      child.send('held');
      return (await next(child, 'held')) as unknown as Held;
    },
    async stored() {
      await next(child, 'stored');
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Called within a host: reports its memory use. */
export function tellHeld(): void {
  process.on('message', (message) => {
    if (message !== 'held') return;
    globalThis.gc?.();
    const { heapUsed, external, rss } = process.memoryUsage();
    process.send?.({ of: 'held', heapMB: (heapUsed + external) / 2 ** 20, rssMB: rss / 2 ** 20 });
  });
}

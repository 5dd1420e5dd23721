/** Adds single pages while an import runs, and measures how long each takes to be ready. */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { KilledServer } from './server.ts';

const EVERY_MS = 10_000;
const LOOK_MS = 100;
const Added = z.object({ added: z.array(z.string()).length(1) });
const State = z.object({
  status: z.object({ embedding: z.int() }),
  error: z.object({ code: z.string() }).optional(),
});

export interface AddedPages {
  /** ms of pages that became ready without a kill of the server meanwhile */
  readyMs: number[];
  /** ms that pages not ready at the end had waited */
  waitingMs: number[];
  /** fault codes, or errors of requests */
  failed: string[];
  ready: number;
}

export function addPagesDuringImport(
  server: KilledServer,
  threadId: string,
  urlOf: (n: number) => string,
): { end(): Promise<AddedPages> } {
  const result: AddedPages = { readyMs: [], waitingMs: [], failed: [], ready: 0 };
  const stop = new AbortController();
  const isOn = (): boolean => !stop.signal.aborted;
  /** Retries if the server was just killed. */
  async function ask<T>(schema: z.ZodType<T>, method: string, path: string, body?: unknown) {
    for (;;) {
      const kills = server.kills;
      try {
        return schema.parse(await server.data(method, path, body));
      } catch (error) {
        if (kills === server.kills && !(error instanceof TypeError)) throw error;
        if (!isOn()) return undefined;
        await wait(LOOK_MS);
      }
    }
  }
  async function add(n: number): Promise<void> {
    const from = performance.now();
    const { kills } = server;
    const made = await ask(Added, 'POST', 'thread/addSource', { threadId, url: urlOf(n) });
    while (made) {
      const state = await ask(State, 'GET', `sources/${made.added[0]}`);
      const ms = performance.now() - from;
      if (state && state.status.embedding !== 0) {
        if (state.status.embedding === 1) result.ready += 1;
        else result.failed.push(state.error?.code ?? 'unknown');
        if (state.status.embedding === 1 && kills === server.kills) result.readyMs.push(ms);
        return;
      }
      if (!isOn()) {
        result.waitingMs.push(ms);
        return;
      }
      await wait(LOOK_MS);
    }
  }
  const under: Promise<void>[] = [];
  const adding = (async () => {
    for (let n = 0; isOn(); n += 1) {
      under.push(add(n).catch((error: unknown) => void result.failed.push(String(error))));
      await wait(EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return {
    async end() {
      stop.abort();
      await adding;
      await Promise.all(under);
      return result;
    },
  };
}

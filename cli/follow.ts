import { setTimeout as wait } from 'node:timers/promises';
import type { Api } from '#api/client/client.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Source } from '#core/contract/source.ts';
import type { Context } from './command.ts';
import { FollowedSources } from './followed-sources.ts';
import { openLiveScreen } from './live-screen.ts';
import { duplicateLine, sourceLine } from './render/source-line.ts';
import type { RejectedInput } from './render/source-list.ts';

const SHORTEST_PAUSE_MS = 300;
/** The pause between two requests, as a multiple of the time that a request takes. */
const PAUSE_PER_REQUEST = 3;
/** Time for a server to restart. */
const LONGEST_UNREACHABLE_MS = 30_000;

export interface Following {
  readonly sources: readonly Source[];
  /** The number of inputs that could not be added. */
  readonly refused: number;
  /** Tells the live view how many inputs have been added. */
  adding(done: number, total: number): void;
  /** Follows a source; prints it at once if it is settled. */
  see(source: Source): void;
  /** Prints an input that could not be added. */
  refuse(input: string, fault: Fault): void;
  /**
   * Resolves when every source is settled, or the command is interrupted. Faults: `unreachable` if
   * the server is gone for 30 s.
   */
  untilSettled(): Promise<void>;
  /** Ends the live view. */
  close(): void;
}

/**
 * Follows sources: with a live view in a terminal, else with a line or record for each source that
 * settles.
 */
export async function follow(context: Context): Promise<Following> {
  const { out, signal } = context;
  const api = await context.api();
  const refusals: RejectedInput[] = [];
  let progress: { done: number; total: number } | undefined;
  const followed = new FollowedSources({
    settled(source) {
      out.record(source);
      if (!screen) out.line(sourceLine(source, out.columns));
    },
    merged({ before, into }) {
      out.record({ _id: before._id, duplicateOf: into._id });
      if (!screen) out.line(duplicateLine(before, into, out.columns));
    },
  });
  const screen = out.live
    ? await openLiveScreen(() => ({
        sources: followed.list,
        refused: refusals,
        adding: progress,
      }))
    : undefined;

  return {
    get sources() {
      return followed.list;
    },
    get refused() {
      return refusals.length;
    },
    adding(done, total) {
      progress = { done, total };
    },
    see: (source) => followed.put(source),
    async untilSettled() {
      progress = undefined;
      await pollUntilSettled(api, followed, signal);
    },
    refuse(input, fault) {
      refusals.push({ input, message: fault.message });
      out.record({ input, error: { code: fault.code, message: fault.message } });
      if (!screen) out.problem(fault.message, input);
    },
    close() {
      if (!screen) return;
      screen.close();
      if (signal.aborted) {
        // The terminal has echoed ^C on this line.
        out.line();
        return;
      }
      // The view truncates long lines and hides duplicates, so failures are listed in full below
      // it.
      for (const { input, message } of refusals) out.problem(message, input);
      for (const { before, into } of followed.merges)
        out.line(duplicateLine(before, into, out.columns));
      for (const source of followed.list)
        if (source.error) out.line(sourceLine(source, out.columns));
    },
  };
}

async function pollUntilSettled(
  api: Api,
  followed: FollowedSources,
  signal: AbortSignal,
): Promise<void> {
  let reachedAt = Date.now();
  while (!followed.isSettled && !signal.aborted) {
    const startedAt = Date.now();
    try {
      await followed.refresh(api);
      reachedAt = Date.now();
    } catch (error) {
      if (signal.aborted) return;
      const isUnreachable = error instanceof Fault && error.code === 'unreachable';
      if (!isUnreachable || Date.now() - reachedAt > LONGEST_UNREACHABLE_MS) throw error;
    }
    if (followed.isSettled) return;
    const pauseMs = Math.max(SHORTEST_PAUSE_MS, (Date.now() - startedAt) * PAUSE_PER_REQUEST);
    await wait(pauseMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

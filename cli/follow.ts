import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import { isSettled, Source } from '#core/contract/source.ts';
import type { Context } from './command.ts';
import { allSources } from './library-pages.ts';
import { duplicateLine, sourceLine } from './render/source-line.ts';
import type { Refused } from './render/source-list.ts';

const LOOK_MS = 300;
/** a look at a long queue is paid for with a longer pause */
const PAUSE_PER_LOOK = 3;
/** a server that restarts is waited for */
const PATIENCE_MS = 30_000;
const FRAME_MS = 250;

export interface Following {
  readonly sources: readonly Source[];
  /** how many could not be added */
  readonly refused: number;
  /** What is being added, for the live view. */
  adding(done: number, total: number): void;
  /** A source to follow; told at once when it is settled. */
  see(source: Source): void;
  /** An input that could not be added. */
  refuse(input: string, fault: Fault): void;
  /**
   * Looks until every source is settled, or the command is interrupted. Faults: `unreachable` when
   * the server is gone for long.
   */
  untilSettled(): Promise<void>;
  /** Ends the live view. */
  close(): void;
}

/** Follows sources: a live view for a person, a line or record for each that settles otherwise. */
export async function follow(context: Context): Promise<Following> {
  const { out, signal } = context;
  const api = await context.api();
  const sources = new Map<SourceId, Source>();
  const told = new Set<SourceId>();
  const refusals: Refused[] = [];
  const merged: { before: Source; into: Source }[] = [];
  let progress: { done: number; total: number } | undefined;
  const screen = out.live
    ? await openScreen(() => ({
        sources: [...sources.values()],
        refused: refusals,
        adding: progress,
      }))
    : undefined;

  const see = (source: Source): void => {
    sources.set(source._id, source);
    if (!isSettled(source.status) || told.has(source._id)) return;
    told.add(source._id);
    out.record(source);
    if (!screen) out.line(sourceLine(source, out.columns));
  };
  /** What turned out to be another source is that one from now on. */
  const merge = (before: Source, into: Source): void => {
    sources.delete(before._id);
    merged.push({ before, into });
    out.record({ _id: before._id, duplicateOf: into._id });
    if (!screen) out.line(duplicateLine(before, into, out.columns));
    see(into);
  };
  const working = (): SourceId[] => [...sources.keys()].filter((id) => !told.has(id));

  /** One request a hundred that are being read, and one for each that no longer is. */
  async function look(): Promise<void> {
    const running = new Map(
      (await allSources(api, { status: 'processing' })).map((source) => [source._id, source]),
    );
    for (const id of working()) {
      const now =
        running.get(id) ??
        (await api.get(`sources/${id}`, Source).catch((error: unknown) => {
          // Deleted meanwhile: nothing is left to follow.
          if (error instanceof Fault && error.code === 'absent') return undefined;
          throw error;
        }));
      const before = sources.get(id);
      if (!now) sources.delete(id);
      else if (before && now._id !== id) merge(before, now);
      else see(now);
    }
  }
  async function untilSettled(): Promise<void> {
    progress = undefined;
    let reachedAt = Date.now();
    while (working().length > 0 && !signal.aborted) {
      const startedAt = Date.now();
      try {
        await look();
        reachedAt = Date.now();
      } catch (error) {
        if (signal.aborted) return;
        if (
          !(error instanceof Fault) ||
          error.code !== 'unreachable' ||
          Date.now() - reachedAt > PATIENCE_MS
        )
          throw error;
      }
      if (working().length === 0) return;
      const pause = Math.max(LOOK_MS, (Date.now() - startedAt) * PAUSE_PER_LOOK);
      await wait(pause, undefined, { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }
  return {
    get sources() {
      return [...sources.values()];
    },
    get refused() {
      return refusals.length;
    },
    adding(done, total) {
      progress = { done, total };
    },
    see,
    untilSettled,
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
      for (const { before, into } of merged) out.line(duplicateLine(before, into, out.columns));
      for (const source of sources.values())
        if (source.error) out.line(sourceLine(source, out.columns));
    },
  };
}

type View = () => {
  sources: Source[];
  refused: Refused[];
  adding: { done: number; total: number } | undefined;
};

async function openScreen(view: View): Promise<{ close(): void }> {
  const [{ render }, { createElement }, { SourceList }] = await Promise.all([
    import('ink'),
    import('react'),
    import('./render/source-list.ts'),
  ]);
  const startedAt = Date.now();
  const frame = () =>
    createElement(SourceList, {
      ...view(),
      startedAt,
      now: Date.now(),
      rows: process.stdout.rows,
      columns: process.stdout.columns,
    });
  const screen = render(frame(), { exitOnCtrlC: false });
  const timer = setInterval(() => screen.rerender(frame()), FRAME_MS);
  return {
    close() {
      clearInterval(timer);
      screen.rerender(frame());
      screen.unmount();
    },
  };
}

/** Presses while an answer is being streamed: time to the next paint, as reported by the browser. */
import type { Page } from 'playwright-core';
import { percentile, type Row } from '../lib/table.ts';
import { longestTask } from './thread-work.ts';

const ROUNDS = 3;
const BUDGET_MS = 100;
/** interaction to next paint ignores the worst one of this many */
const ONE_OF = 50;

interface Pressed {
  name: string;
  ms: number;
  workMs: number;
}
declare global {
  interface Window {
    pressed: { id: number; name: string; ms: number; workMs: number }[];
  }
}

/** Runs in the page before anything else. */
export const watchPresses = (): void => {
  window.pressed = [];
  new PerformanceObserver((list) => {
    for (const it of list.getEntries() as PerformanceEventTiming[]) {
      const id = (it as PerformanceEventTiming & { interactionId?: number }).interactionId ?? 0;
      if (id > 0)
        window.pressed.push({
          id,
          name: it.name,
          ms: it.duration,
          workMs: it.processingEnd - it.processingStart,
        });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
};

/** A page on which an answer is being streamed. */
export interface Answering {
  page: Page;
  hands(page: Page): Promise<void>;
  isWriting(): Promise<boolean>;
  /** ends the answer */
  end(): Promise<void>;
}

async function round(
  begin: () => Promise<Answering>,
  isTraced: boolean,
): Promise<{ pressed: Pressed[]; taskMs: number }> {
  const it = await begin();
  await it.page.evaluate(() => {
    window.pressed = [];
  });
  const taskMs = isTraced ? await longestTask(it.page, () => it.hands(it.page)) : 0;
  if (!isTraced) await it.hands(it.page);
  const isWriting = await it.isWriting();
  const pressed = await it.page.evaluate(() => window.pressed);
  await it.end();
  if (!isWriting) throw new Error('The answer had ended before the hands had.');
  const worst = new Map<number, Pressed>();
  for (const one of pressed) if (one.ms > (worst.get(one.id)?.ms ?? 0)) worst.set(one.id, one);
  return { pressed: [...worst.values()].sort((a, b) => b.ms - a.ms), taskMs };
}

export async function pressRows(begin: () => Promise<Answering>): Promise<Row[]> {
  const rounds: Pressed[][] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push((await round(begin, false)).pressed);
  const { taskMs } = await round(begin, true);
  const median = (of: (it: readonly Pressed[]) => number) => percentile(rounds.map(of), 0.5);
  const at = (it: readonly Pressed[]): Pressed | undefined => it[Math.floor(it.length / ONE_OF)];
  const row = (what: string, value: number, more: Row = {}): Row => ({ what, ms: value, ...more });
  return [
    row(
      `interaction to next paint, median of ${ROUNDS} rounds`,
      median((it) => at(it)?.ms ?? 0),
      {
        budget: BUDGET_MS,
        'slowest was a': rounds.map((it) => at(it)?.name ?? '').join(),
        presses: median((it) => it.length),
      },
    ),
    row(
      'the same, script alone',
      median((it) => Math.max(...it.map(({ workMs }) => workMs))),
    ),
    row('longest task of the main thread meanwhile, ms of CPU', taskMs, { budget: BUDGET_MS }),
    row(
      'half of the presses within',
      median((it) =>
        percentile(
          it.map(({ ms }) => ms),
          0.5,
        ),
      ),
    ),
  ];
}

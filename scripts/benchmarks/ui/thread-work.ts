/** CPU time of the page's main thread, from traces, which doesn't depend on the load of the machine. */
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Window } from './stage.ts';

const Event = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number().default(0),
  /** µs of CPU time of the thread */
  tdur: z.number().default(0),
  args: z
    .looseObject({ data: z.looseObject({ documentLoaderURL: z.string().optional() }).optional() })
    .default({}),
});
const Trace = z.object({ traceEvents: z.array(Event) });
const CATEGORIES = ['toplevel', 'loading', 'blink.user_timing', 'devtools.timeline'];

type Event = z.infer<typeof Event>;

async function traced(page: Page, work: () => Promise<unknown>): Promise<Event[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('A page without a browser cannot be traced.');
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  return Trace.parse(JSON.parse((await browser.stopTracing()).toString())).traceEvents;
}
const tasksOf = (events: readonly Event[], { pid, tid }: Event): Event[] =>
  events.filter(
    (it) => it.pid === pid && it.tid === tid && it.ph === 'X' && it.name.endsWith('RunTask'),
  );

/** Returns the CPU ms until the largest paint. `seen` resolves once everything is shown. */
export async function workUntilPaint(
  { page }: Window,
  url: string,
  seen: () => Promise<void>,
): Promise<number> {
  const events = await traced(page, async () => {
    await page.goto(url);
    await seen();
  });
  const begun = events.findLast(
    (it) => it.name === 'navigationStart' && it.args.data?.documentLoaderURL === url,
  );
  const painted = events.findLast(
    (it) => it.name === 'largestContentfulPaint::Candidate' && it.pid === begun?.pid,
  );
  if (!begun || !painted) throw new Error('The trace has no largest paint of the page.');
  return (
    tasksOf(events, begun)
      .filter((it) => it.ts >= begun.ts && it.ts <= painted.ts)
      .reduce((sum, it) => sum + it.tdur, 0) / 1000
  );
}

/** Returns the longest task during input, in ms: no press waits for longer than two of these and a frame. */
export async function longestTask(page: Page, hands: () => Promise<void>): Promise<number> {
  const events = await traced(page, hands);
  const threads = Map.groupBy(
    events.filter((it) => it.name === 'EventDispatch'),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  const [most] = [...threads.values()].sort((a, b) => b.length - a.length);
  if (!most?.[0]) throw new Error('The trace has no presses.');
  return Math.max(...tasksOf(events, most[0]).map((it) => it.tdur)) / 1000;
}

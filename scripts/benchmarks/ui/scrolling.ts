/** Frames during steady scrolling, and the memory of the page before and after. */
import type { Locator } from 'playwright-core';
import type { Row } from '../lib/table.ts';
import type { Window } from './stage.ts';

interface Scrolled {
  framesPerS: number;
  /** fraction of frames that took longer than two frames at 60 Hz */
  lateShare: number;
  worstMs: number;
  px: number;
}
interface Held {
  heapMb: number;
  nodes: number;
  /** CPU seconds of the page's main thread */
  busyS: number;
}
export type Axis = 'down' | 'across';

/**
 * Scrolls at a fixed speed in px per second, and back from the end. Driven by script, so that each
 * frame waits for all script work.
 */
export const scrollFor = (
  area: Locator,
  seconds: number,
  pxPerS: number,
  axis: Axis = 'down',
): Promise<Scrolled> =>
  area.evaluate(
    (element, [s, speed, to]) =>
      new Promise<Scrolled>((resolve) => {
        const began = performance.now();
        const took: number[] = [];
        let last = began;
        let way = 1;
        let px = 0;
        const step = (now: number) => {
          const ms = now - last;
          if (took.length > 0 || ms > 0) took.push(ms);
          last = now;
          if (now - began >= s * 1000) {
            const times = took.slice(1);
            resolve({
              framesPerS: (times.length / times.reduce((sum, it) => sum + it, 0)) * 1000,
              lateShare: times.filter((it) => it > 1000 / 30).length / times.length,
              worstMs: Math.max(...times),
              px,
            });
            return;
          }
          const side = to === 'down' ? 'scrollTop' : 'scrollLeft';
          const before = element[side];
          element[side] = before + (way * speed * Math.min(ms, 100)) / 1000;
          px += Math.abs(element[side] - before);
          if (element[side] === before && ms > 0 && took.length > 5) way = -way;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    [seconds, pxPerS, axis] as const,
  );

/** Scrolls, and reports frames, CPU and memory. */
export async function scrollRow(
  what: string,
  window: Window,
  area: Locator,
  { seconds, pxPerS, axis = 'down' }: { seconds: number; pxPerS: number; axis?: Axis },
): Promise<Row> {
  const before = await held(window);
  const { framesPerS, lateShare, worstMs, px } = await scrollFor(area, seconds, pxPerS, axis);
  if (px === 0) throw new Error(`Nothing scrolled: ${what}.`);
  const busy = await state(window);
  const after = await held(window);
  return {
    what,
    'frames/s': framesPerS,
    'late frames %': lateShare * 100,
    'worst ms': Math.round(worstMs),
    'px scrolled': Math.round(px),
    'ms of CPU a frame': ((busy.busyS - before.busyS) * 1000) / (framesPerS * seconds),
    'heap MB before': before.heapMb,
    'heap MB after': after.heapMb,
    'nodes before': before.nodes,
    'nodes after': after.nodes,
  };
}

/** Measures memory after garbage collection. */
async function held(window: Window): Promise<Held> {
  await window.cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (let round = 0; round < 3; round++) await window.cdp.send('HeapProfiler.collectGarbage');
  return state(window);
}

async function state({ cdp }: Window): Promise<Held> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((it) => it.name === name)?.value ?? 0;
  return { heapMb: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), busyS: of('TaskDuration') };
}

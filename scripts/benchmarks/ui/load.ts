/** Load time of a page without a cache, on a CPU slowed by four, and the scripts it loads. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { percentile } from '../lib/table.ts';
import type { Window } from './stage.ts';
import { workUntilPaint } from './thread-work.ts';

export const ROUNDS = 5;
export const TRACED = 3;
export const SLOWER = 4;

/** A page of any program: `window` has an empty cache and is already on that server. */
export interface Opening {
  url: string;
  window(): Promise<Window>;
  /** resolves once everything is shown */
  allThere(page: Page): Promise<void>;
}
interface Opened {
  firstMs: number;
  largestMs: number;
  cpuMs: number;
  largest: string;
}
export interface Load extends Opened {
  /** CPU of the main thread until the largest paint, not slowed */
  workMs: number;
  /** all scripts loaded until everything is shown, in kB gzipped */
  scripts: { files: number; kB: number };
}

async function emptied(opening: Opening): Promise<Window> {
  const window = await opening.window();
  await window.cdp.send('Network.enable');
  await window.cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  return window;
}

async function opened(opening: Opening): Promise<Opened> {
  const { page, cdp, close } = await emptied(opening);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(opening.url);
  await opening.allThere(page);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const seen = await page.evaluate(
    () =>
      new Promise<Omit<Opened, 'cpuMs'>>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as PerformanceEntry & { element?: Element | null };
          const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
          resolve({
            firstMs: first,
            largestMs: last.startTime,
            largest: last.element?.textContent?.trim().slice(0, 24) ?? '',
          });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await close();
  return {
    ...seen,
    cpuMs: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000,
  };
}

async function worked(opening: Opening): Promise<number> {
  const window = await emptied(opening);
  const ms = await workUntilPaint(window, opening.url, () => opening.allThere(window.page));
  await window.close();
  return ms;
}

async function scripts(opening: Opening): Promise<Load['scripts']> {
  const { page, close } = await emptied(opening);
  const asked = new Set<string>();
  page.on('request', (it) => {
    if (it.resourceType() === 'script') asked.add(it.url());
  });
  await page.goto(opening.url);
  await opening.allThere(page);
  const each = await Promise.all(
    [...asked].map(async (url) => gzipSync(await (await fetch(url)).bytes()).length / 1000),
  );
  await close();
  return { files: each.length, kB: each.reduce((sum, it) => sum + it, 0) };
}

export async function loadOf(opening: Opening): Promise<Load> {
  const rounds: Opened[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await opened(opening));
  const works: number[] = [];
  for (let round = 0; round < TRACED; round++) works.push(await worked(opening));
  const median = (of: (it: Opened) => number) => percentile(rounds.map(of), 0.5);
  return {
    firstMs: median((it) => it.firstMs),
    largestMs: median((it) => it.largestMs),
    cpuMs: median((it) => it.cpuMs),
    largest: rounds[0]?.largest ?? '',
    workMs: percentile(works, 0.5),
    scripts: await scripts(opening),
  };
}

/** A thread opened by somebody whose browser has nothing of Gloss yet, on a processor four times slower than this one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Page } from 'playwright-core';
import { percentile, type Row } from '../lib/table.ts';
import type { Measure } from './measure.ts';
import { workUntilPaint } from './thread-work.ts';
import type { UiStage, Window } from './stage.ts';

const DIST = join(import.meta.dirname, '../../../ui/dist');
const EDITOR = 'features/notes/index.tsx';
const VIEWER = 'viewer/index.tsx';
const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }));
const PAGE_FILES = ['index.html', 'features/threads/workspace-page.tsx', 'features/threads/wide-panes.tsx'];
const ROUNDS = 5;
const TRACED = 3;
const SLOWER = 4;
const BUDGET_KB = 180;
const BUDGET_MS = 1000;
const TIMES = ['first paint', 'largest paint'] as const;
const TEXT = 'A gloss is a note in the margin, and it explains a hard word beside the passage that has it.';
const HTML = `<!doctype html><html lang="en"><head><title>On margins</title></head><body><article><h1>On margins</h1>${`<p>${TEXT}</p>`.repeat(60)}</article></body></html>`;

interface Opened { 'first paint': number; 'largest paint': number; cpuMs: number; largest: string }

/** The source and the notes are there, and can be written in. */
async function allThere(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Source viewer' }).frameLocator('iframe').getByText('explains a hard word').first().waitFor();
  await page.getByRole('region', { name: 'Notes' }).locator('[contenteditable=true]').waitFor();
}

async function worked(stage: UiStage, url: string): Promise<number> {
  const window = await stage.open('/login');
  await window.cdp.send('Network.enable');
  await window.cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const ms = await workUntilPaint(window, url, () => allThere(window.page));
  await window.close();
  return ms;
}

async function opened({ page, cdp, close }: Window, url: string): Promise<Opened> {
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url);
  await allThere(page);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const seen = await page.evaluate(() => new Promise<Omit<Opened, 'cpuMs'>>((resolve) => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { element?: Element | null };
      const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      resolve({ 'first paint': first, 'largest paint': last.startTime, largest: last.element?.textContent?.slice(0, 40) ?? '' });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  }));
  await close();
  return { ...seen, cpuMs: (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000 };
}

/** The scripts that the page asks for while the editor and the viewers are still on their way. */
async function scriptsBefore(stage: UiStage, path: string): Promise<{ files: number; kB: number }> {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')));
  const fileOf = (key: string): string => `/${manifest[key]?.file ?? `no chunk of ${key}`}`;
  const held = [EDITOR, VIEWER].map(fileOf);
  const closure = (keys: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const key of keys) if (!seen.has(fileOf(key))) closure(manifest[key]?.imports ?? [], seen.add(fileOf(key)));
    return seen;
  };
  /** what the editor and the viewers bring along for themselves */
  const later = closure([EDITOR, VIEWER]).difference(closure(PAGE_FILES));
  const { page, close } = await stage.open('/login');
  const asked = new Set<string>();
  await page.context().route('**/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (held.includes(pathname)) return;
    if (!later.has(pathname)) asked.add(pathname);
    await route.continue();
  });
  // What comes by itself some seconds later is no part of it.
  await page.addInitScript(() => {
    const usual = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => (ms >= 4000 ? 0 : usual(run, ms)) });
  });
  const answered = page.waitForResponse((it) => it.url().endsWith('/answers'));
  await page.goto(path, { waitUntil: 'commit' });
  await answered;
  await page.getByRole('textbox', { name: 'Ask a question' }).waitFor();
  await close();
  return { files: asked.size, kB: [...asked].reduce((sum, file) => sum + gzipSync(readFileSync(DIST + file)).length / 1000, 0) };
}

export const firstLoad: Measure = {
  files: () => ({ '/margins.html': { type: 'text/html', bytes: HTML } }),
  async run(stage) {
    const { url } = await stage.thread(['/margins.html']);
    const rounds: Opened[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const window = await stage.open('/login');
      rounds.push(await opened(window, new URL(`/t/${url}`, window.page.url()).href));
    }
    const home = await stage.open('/login');
    const path = new URL(`/t/${url}`, home.page.url()).href;
    await home.close();
    const { files, kB } = await scriptsBefore(stage, path);
    const works: number[] = [];
    for (let round = 0; round < TRACED; round++) works.push(await worked(stage, path));
    const median = (of: (it: Opened) => number) => percentile(rounds.map(of), 0.5);
    return [
      { what: '/t/:url, scripts before editor and viewers', value: kB, unit: 'kB', budget: BUDGET_KB, files },
      ...TIMES.map((time): Row => ({ what: `/t/:url, ${time}, CPU ${SLOWER} times slower, median of ${ROUNDS}`, value: median((it) => it[time]), unit: 'ms', ...(time === 'largest paint' && { budget: BUDGET_MS }), of: rounds[0]?.largest.trim().slice(0, 24) })),
      { what: `/t/:url, main thread until the largest paint, CPU not slowed, median of ${TRACED}`, value: percentile(works, 0.5), unit: 'ms of CPU', budget: BUDGET_MS / SLOWER },
      { what: `/t/:url, main thread until all is there, CPU ${SLOWER} times slower`, value: median((it) => it.cpuMs), unit: 'ms of CPU' },
    ];
  },
};

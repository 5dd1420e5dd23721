/** Opens a thread in a browser without a cache. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Page } from 'playwright-core';
import { loadOf, ROUNDS, SLOWER, TRACED } from './load.ts';
import type { Measure } from './measure.ts';
import type { UiStage } from './stage.ts';

const DIST = join(import.meta.dirname, '../../../ui/dist');
const EDITOR = 'features/notes/index.tsx';
const VIEWER = 'viewer/index.tsx';
const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);
const PAGE_FILES = [
  'index.html',
  'features/threads/workspace-page.tsx',
  'features/threads/wide-panes.tsx',
];
const BUDGET_KB = 180;
const BUDGET_MS = 1000;
const TEXT =
  'A gloss is a note in the margin, and it explains a hard word beside the passage that has it.';
const HTML = `<!doctype html><html lang="en"><head><title>On margins</title></head><body><article><h1>On margins</h1>${`<p>${TEXT}</p>`.repeat(60)}</article></body></html>`;

/** Waits until the source and the notes are shown and editable. */
async function allThere(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Source viewer' })
    .frameLocator('iframe')
    .getByText('explains a hard word')
    .first()
    .waitFor();
  await page.getByRole('region', { name: 'Notes' }).locator('[contenteditable=true]').waitFor();
}

/** Returns the scripts that the page loads before the editor and the viewers. */
async function scriptsBefore(stage: UiStage, path: string): Promise<{ files: number; kB: number }> {
  const manifest = Manifest.parse(
    JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')),
  );
  const fileOf = (key: string): string => `/${manifest[key]?.file ?? `no chunk of ${key}`}`;
  const lazyFiles = [EDITOR, VIEWER].map(fileOf);
  const closure = (keys: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const key of keys)
      if (!seen.has(fileOf(key))) closure(manifest[key]?.imports ?? [], seen.add(fileOf(key)));
    return seen;
  };
  /** files loaded only with the editor and the viewers */
  const later = closure([EDITOR, VIEWER]).difference(closure(PAGE_FILES));
  const { page, close } = await stage.open('/login');
  const asked = new Set<string>();
  await page.context().route('**/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (lazyFiles.includes(pathname)) return;
    if (!later.has(pathname)) asked.add(pathname);
    await route.continue();
  });
  // Prefetching some seconds later isn't counted.
  await page.addInitScript(() => {
    const usual = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms >= 4000 ? 0 : usual(run, ms)),
    });
  });
  const answered = page.waitForResponse((it) => it.url().endsWith('/answers'));
  await page.goto(path, { waitUntil: 'commit' });
  await answered;
  await page.getByRole('textbox', { name: 'Ask a question' }).waitFor();
  await close();
  return {
    files: asked.size,
    kB: [...asked].reduce(
      (sum, file) => sum + gzipSync(readFileSync(DIST + file)).length / 1000,
      0,
    ),
  };
}

export const firstLoad: Measure = {
  files: () => ({ '/margins.html': { type: 'text/html', bytes: HTML } }),
  async run(stage) {
    const { url } = await stage.thread(['/margins.html']);
    const home = await stage.open('/login');
    const path = new URL(`/t/${url}`, home.page.url()).href;
    await home.close();
    const { files, kB } = await scriptsBefore(stage, path);
    const { firstMs, largestMs, largest, workMs, cpuMs, scripts } = await loadOf({
      url: path,
      window: () => stage.open('/login'),
      allThere,
    });
    return [
      {
        what: '/t/:url, scripts before editor and viewers',
        value: kB,
        unit: 'kB',
        budget: BUDGET_KB,
        files,
      },
      {
        what: '/t/:url, all scripts until all is there',
        value: scripts.kB,
        unit: 'kB',
        files: scripts.files,
      },
      {
        what: `/t/:url, first paint, CPU ${SLOWER} times slower, median of ${ROUNDS}`,
        value: firstMs,
        unit: 'ms',
      },
      {
        what: `/t/:url, largest paint, CPU ${SLOWER} times slower, median of ${ROUNDS}`,
        value: largestMs,
        unit: 'ms',
        budget: BUDGET_MS,
        of: largest,
      },
      {
        what: `/t/:url, main thread until the largest paint, CPU not slowed, median of ${TRACED}`,
        value: workMs,
        unit: 'ms of CPU',
        budget: BUDGET_MS / SLOWER,
      },
      {
        what: `/t/:url, main thread until all is there, CPU ${SLOWER} times slower`,
        value: cpuMs,
        unit: 'ms of CPU',
      },
    ];
  },
};

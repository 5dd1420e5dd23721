import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { intercept } from './testing/network.ts';
import { openStage, PHONE, WIDE, type Stage } from './testing/stage.ts';

interface Chunk {
  file: string;
  imports?: string[];
}

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const BUDGET_KB = 180;
const PAGE = [
  'index.html',
  'features/threads/workspace-page.tsx',
  'features/threads/wide-panes.tsx',
  'features/threads/narrow-panes.tsx',
];
const EDITOR = 'features/notes/index.tsx';
const VIEWER = 'viewer/index.tsx';
/** What a shortcut opens over every screen. */
const ABOVE = [
  { what: 'palette', of: 'app/palette/palette.tsx', key: 'Control+k', name: 'Search or jump to…' },
  {
    what: 'list of keys',
    of: 'features/settings/shortcuts-dialog.tsx',
    key: '?',
    name: 'Keyboard shortcuts',
  },
];

/**
 * Measures what the browser requests, not what the build reports, for a thread with sources, notes
 * and an answer.
 */
describe('the first load of a thread', () => {
  let stage: Stage;
  let path: string;
  beforeAll(async () => {
    stage = await openStage({ sample: true });
    path = await vi.waitFor(
      async () => {
        const {
          docs: [thread],
        } = (await stage.call('GET', 'threads')) as { docs: { url: string }[] };
        const { docs: answers } = (await stage.call(
          'GET',
          `threads/${thread?.url ?? ''}/answers`,
        )) as { docs: { state: string }[] };
        expect(answers.map((it) => it.state)).toEqual(['done']);
        return `/t/${thread?.url ?? ''}`;
      },
      { timeout: 60_000, interval: 500 },
    );
  });
  afterAll(() => stage.close());

  const manifest = JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, 'utf8')) as Record<
    string,
    Chunk
  >;
  const fileOf = (key: string) => `/${manifest[key]?.file ?? `no chunk of ${key}`}`;
  const withImports = (keys: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const key of keys)
      if (!seen.has(fileOf(key))) withImports(manifest[key]?.imports ?? [], seen.add(fileOf(key)));
    return seen;
  };
  /** Files that belong to the editor and the viewers. */
  const later = withImports([EDITOR, VIEWER]).difference(withImports(PAGE));

  for (const [name, viewport] of [
    ['wide', WIDE],
    ['phone', PHONE],
  ] as const) {
    it(`loads at most ${BUDGET_KB} kB of scripts before the editor and the viewers, ${name}`, async () => {
      const { page, context } = await stage.open('/login', { viewport });
      // Parts that load seconds later are blocked here, so that the speed of the machine doesn't
      // matter.
      await page.addInitScript(() => {
        const usual = window.setTimeout.bind(window);
        Object.assign(window, {
          setTimeout: (run: () => void, ms = 0) => (ms >= 4000 ? 0 : usual(run, ms)),
        });
      });
      const asked = new Set<string>();
      await context.route('**/*.js', async (route) => {
        const { pathname } = new URL(route.request().url());
        asked.add(pathname);
        // These two never load, so that the page does everything that it does without them.
        if (pathname !== fileOf(EDITOR) && pathname !== fileOf(VIEWER)) await route.continue();
      });
      const answered = page.waitForResponse((it) => it.url().endsWith('/answers') && it.ok());
      await page.goto(`${stage.server.url}${path}`, { waitUntil: 'commit' });
      await answered;
      await page.getByRole('textbox', { name: 'Thread title' }).waitFor();
      await expect
        .poll(() => [EDITOR, VIEWER].map((key) => asked.has(fileOf(key))))
        .toEqual([true, true]);
      // The notes can be read before the editor has loaded.
      await page.getByText('What I want to keep').waitFor({ state: 'attached' });
      const first = [...asked].filter((file) => !later.has(file));
      expect(first).toContain(fileOf('features/threads/workspace-page.tsx'));
      expect(
        first.reduce((sum, file) => sum + gzipSync(readFileSync(DIST + file)).length / 1000, 0),
        first.join('\n'),
      ).toBeLessThanOrEqual(BUDGET_KB);
      await context.close();
    });
  }

  it.each(ABOVE)(
    'opens the $what that was requested before the screen was ready',
    async ({ key, name }) => {
      const { page, context } = await stage.open('/login');
      const screen = Promise.withResolvers<void>();
      await context.route(`**${fileOf('app/home-screen.tsx')}`, async (route) => {
        await screen.promise;
        await route.continue();
      });
      const asked = page.waitForRequest((it) => it.url().endsWith(fileOf('app/home-screen.tsx')));
      await page.goto(stage.server.url, { waitUntil: 'commit' });
      await asked;
      await page.locator('#root > *').first().waitFor();
      await page.keyboard.press(key);
      screen.resolve();
      await page.getByRole('dialog', { name }).waitFor();
      await context.close();
    },
  );

  it.each(ABOVE)(
    "leaves the screen alone when the $what can't be loaded, and opens it once it can",
    async ({ of, key, name }) => {
      const { page, context } = await stage.open('/');
      const file = `**${fileOf(of)}`;
      await page.getByRole('heading', { name: 'Threads' }).waitFor();
      await intercept(page, file, (route) => route.abort());
      await page.keyboard.press(key);
      await page.getByText('Couldn’t load it from the server.').waitFor();
      expect(await page.getByRole('heading', { name: 'Threads' }).isVisible()).toBe(true);
      await page.unroute(file);
      await page.keyboard.press(key);
      await page.getByRole('dialog', { name }).waitFor();
      await context.close();
    },
  );

  it('is compressed, and the page names the files of its screen', async () => {
    const heaviest =
      [...withImports(PAGE)].sort(
        (a, b) => readFileSync(DIST + b).length - readFileSync(DIST + a).length,
      )[0] ?? '';
    for (const encoding of ['gzip', 'br']) {
      const { headers } = await fetch(stage.server.url + heaviest, {
        headers: { 'Accept-Encoding': encoding },
      });
      expect([
        headers.get('content-encoding'),
        headers.get('content-type'),
        headers.get('cache-control'),
      ]).toEqual([encoding, 'text/javascript', 'public, max-age=31536000, immutable']);
    }
    const [thread, login] = await Promise.all(
      [path, '/login'].map(async (it) => (await fetch(stage.server.url + it)).text()),
    );
    const early = /modulepreload[^>]*workspace/;
    expect([early.test(thread ?? ''), early.test(login ?? '')]).toEqual([true, false]);
  });
});

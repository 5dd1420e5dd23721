import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStage, PHONE, shoot, WIDE, type Scheme, type Stage } from './testing/stage.ts';

interface Thread {
  url: string;
  thread_source_data: { _id: string; medium: string; status: { embedding: number } }[];
}

/**
 * Every screen at both sizes, light and dark: a picture for the eye, axe for what the eye does not
 * see, and no sideways scrolling.
 */
describe('screens', () => {
  let stage: Stage;
  let thread: Thread;
  beforeAll(async () => {
    stage = await openStage({ sample: true });
    await vi.waitFor(
      async () => {
        const { docs } = (await stage.call('GET', 'threads')) as { docs: Thread[] };
        thread = docs[0] as Thread;
        const answers = docs[0]
          ? ((await stage.call('GET', `threads/${docs[0].url}/answers`)) as {
              docs: { state: string }[];
            })
          : { docs: [] };
        expect([
          thread?.thread_source_data.map((source) => source.status.embedding),
          answers.docs.map((answer) => answer.state),
        ]).toEqual([[1, 1, 1, 1], ['done']]);
      },
      { timeout: 60_000, interval: 500 },
    );
  });
  afterAll(() => stage.close());
  const at = (medium: string, place: string) =>
    `/t/${thread.url}?source=${thread.thread_source_data.find((source) => source.medium === medium)?._id}&${place}`;
  const viewer = (page: Page) => page.getByRole('region', { name: 'Source viewer' });

  const screens: [string, () => string, (page: Page) => Promise<unknown>][] = [
    ['threads', () => '/', (page) => page.getByText('Sample: how memory').first().waitFor()],
    [
      'workspace-video',
      () => at('timed', 'at=40'),
      (page) =>
        page
          .getByRole('region', { name: 'Transcript' })
          .getByText('Jeffrey Karpicke', { exact: false })
          .first()
          .waitFor({ state: 'attached' }),
    ],
    [
      'workspace-pdf',
      () => at('paged', 'page=3'),
      (page) =>
        viewer(page)
          .locator('.textLayer')
          .getByText('Why testing works', { exact: false })
          .first()
          .waitFor(),
    ],
    [
      'workspace-page',
      () => at('flow', 'p=3'),
      (page) => viewer(page).frameLocator('iframe').locator('[data-p="3"]').waitFor(),
    ],
    [
      'search',
      () => '/search?q=forgetting',
      (page) => page.getByRole('main').getByText('forgetting', { exact: false }).first().waitFor(),
    ],
    [
      'library',
      () => '/library',
      (page) => page.getByText('Learning that lasts', { exact: false }).first().waitFor(),
    ],
    ['settings', () => '/settings', (page) => page.getByRole('heading').first().waitFor()],
    ['not-found', () => '/nowhere', (page) => page.getByRole('heading').first().waitFor()],
  ];
  const sizes = [
    ['wide', WIDE],
    ['phone', PHONE],
  ] as const;
  const schemes: readonly Scheme[] = ['light', 'dark'];

  for (const [name, path, ready] of screens) {
    for (const [size, viewport] of sizes) {
      for (const scheme of schemes) {
        it(`${name}, ${size}, ${scheme}`, async () => {
          const { page, problems, context } = await stage.open(path(), { viewport, scheme });
          await ready(page);
          await shoot(page, `${name}-${size}-${scheme}`);
          // What a page or a PDF brings with it is its author's.
          const { violations } = await new AxeBuilder({ page })
            .exclude('iframe')
            .exclude('.structTree')
            .analyze();
          expect(
            violations
              .filter(
                (it) =>
                  it.impact === 'serious' ||
                  it.impact === 'critical' ||
                  it.id === 'landmark-unique',
              )
              .map(
                (it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
              ),
          ).toEqual([]);
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).toBeLessThanOrEqual(0);
          expect(problems).toEqual([]);
          await context.close();
        });
      }
    }
  }

  it('leads the first visit to the sample, whose chips open their places', async () => {
    const context = await stage.browser.newContext({ viewport: WIDE });
    const page = await context.newPage();
    await page.goto(stage.server.link);
    await page.waitForURL(/\/t\/sample-/);
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.getByText('What I want to keep').waitFor();
    await notes
      .getByRole('button', { name: /page 3/ })
      .first()
      .click();
    await viewer(page)
      .locator('.textLayer')
      .getByText('the order was reversed', { exact: false })
      .first()
      .waitFor();
    await notes.getByText('Does rereading help me to remember after a week?').first().waitFor();
    // The link worked once; the window that has it stays signed in, another one is told what to do.
    const late = await (await stage.browser.newContext()).newPage();
    await late.goto(stage.server.link);
    await late.waitForURL(/\/login/);
    await shoot(late, 'login-wide-light');
  });
});

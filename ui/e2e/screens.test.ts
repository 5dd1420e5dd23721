import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStage, PHONE, shoot, WIDE, type Scheme, type Stage } from './testing/stage.ts';

interface Thread {
  _id: string;
  url: string;
  thread_source_data: { _id: string; medium: string; status: { embedding: number } }[];
}

interface Imported {
  _id: string;
  state: string;
}

/**
 * Every screen at both sizes, light and dark: a screenshot, an axe check, and no horizontal
 * scrolling.
 */
describe('screens', () => {
  let stage: Stage;
  let thread: Thread;
  let post: { _id: string };
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
    await fillUp();
  });
  afterAll(() => stage.close());

  const videoId = () => thread.thread_source_data.find((source) => source.medium === 'timed')?._id;
  /** Data for the screens of posts, imports, trash and settings. */
  async function fillUp(): Promise<void> {
    post = (await stage.call('POST', 'post/v1/create', {
      thread: thread._id,
      blog_node_id: 'a-blog',
      title: 'What stays after a week',
      aiGeneratedTags: ['memory'],
    })) as { _id: string };
    await stage.call('PATCH', `sources/${videoId()}`, {
      ownTitle: 'My own title of this source, which is rather long for a phone',
      ownNote: 'Read again before the exam.',
      tags: ['memory', 'exam'],
      flags: ['favorite', 'toread'],
    });
    await stage.call('POST', 'imports', {
      name: 'bookmarks.html',
      items: [
        { url: `${stage.site}/lecture.html`, title: 'A lecture', folder: 'Talks', tags: ['video'] },
        { url: 'http://nowhere.invalid/page', title: 'A page of a host that does not exist' },
      ],
    });
    const sources = async () =>
      ((await stage.call('GET', 'sources?limit=50')) as { docs: Imported[] }).docs;
    await vi.waitFor(
      async () => {
        const states = (await sources()).map((it) => it.state);
        expect(states).toHaveLength(6);
        expect(
          states.filter((it) => !['ready', 'failed', 'bookmark', 'gone'].includes(it)),
        ).toEqual([]);
      },
      { timeout: 60_000, interval: 500 },
    );
    const known = new Set(thread.thread_source_data.map((it) => it._id));
    const lecture = (await sources()).find((it) => it.state === 'ready' && !known.has(it._id));
    await stage.call('POST', 'sources/many', { what: 'trash', ids: [lecture?._id] });
  }
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
  /** checked in two of the four variants, because they share their parts */
  const further: typeof screens = [
    [
      'settings-assistant',
      () => '/settings/assistant',
      (page) => page.getByRole('heading', { name: 'Assistant' }).first().waitFor(),
    ],
    ...(['profile', 'tokens', 'appearance', 'keys', 'data', 'server'] as const).map(
      (section): (typeof screens)[number] => [
        `settings-${section}`,
        () => `/settings/${section}`,
        (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
      ],
    ),
    [
      'library-filters',
      () => '/library',
      async (page) => {
        await page.getByRole('button', { name: 'Filters' }).click();
        await page.getByRole('combobox', { name: 'Tag' }).waitFor();
      },
    ],
    [
      'source',
      () => `/library/${videoId()}`,
      async (page) => {
        const about = page.getByRole('tab', { name: 'About' });
        const note = page.getByText('Read again before the exam.').first();
        await note.waitFor({ state: 'attached' });
        if (await about.isVisible()) await about.click();
        await note.waitFor();
      },
    ],
    [
      'trash',
      () => '/library/trash',
      (page) => page.getByRole('list', { name: 'Sources in the trash' }).waitFor(),
    ],
    [
      'import',
      () => '/library',
      async (page) => {
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByLabel('Import file').waitFor({ state: 'attached' });
      },
    ],
    [
      'import-preview',
      () => '/library',
      async (page) => {
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByLabel('Import file').setInputFiles({
          name: 'links.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(
            'url,title,tags\nhttps://example.org/a,A page with a long title that says much,"one,two"\nhttps://example.org/a,The same again,\nnot a link,Nothing,\n',
          ),
        });
        await page.getByRole('list', { name: 'Import preview' }).waitFor();
      },
    ],
    ['posts', () => '/posts', (page) => page.getByText('What stays after a week').waitFor()],
    [
      'post-form',
      () => `/posts/${post._id}`,
      (page) => page.getByRole('textbox', { name: 'Title' }).first().waitFor(),
    ],
    [
      'blog-ideas',
      () => `/t/${thread.url}?blog=ideas`,
      (page) =>
        page
          .getByRole('dialog', { name: 'Blog ideas' })
          .getByRole('button', { name: /^My own title/ })
          .waitFor(),
    ],
  ];
  const sizes = [
    ['wide', WIDE],
    ['phone', PHONE],
  ] as const;
  const schemes: readonly Scheme[] = ['light', 'dark'];

  for (const [name, path, ready] of [...screens, ...further]) {
    for (const [size, viewport] of sizes) {
      for (const scheme of schemes) {
        if (further.some((it) => it[0] === name) && (size === 'wide') !== (scheme === 'light'))
          continue;
        it(`${name}, ${size}, ${scheme}`, async () => {
          const { page, problems, context } = await stage.open(path(), { viewport, scheme });
          await ready(page);
          await shoot(page, `${name}-${size}-${scheme}`);
          // The content of a page or a PDF is its author's responsibility.
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

  it('opens the sample thread on the first visit, whose chips open their positions', async () => {
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
    // The link worked once; its window stays signed in, another one is told what to do.
    const late = await (await stage.browser.newContext()).newPage();
    await late.goto(stage.server.link);
    await late.waitForURL(/\/login/);
    await shoot(late, 'login-wide-light');
  });
});

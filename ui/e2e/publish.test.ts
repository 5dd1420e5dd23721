/** From a video to a public page, without a model. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStage, PHONE, shoot, type Stage } from './testing/stage.ts';

const SOON = { timeout: 30_000, interval: 50 };
interface Thread {
  _id: string;
  url: string;
  thread_source_data: { status: { embedding: number } }[];
}
const serious = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).exclude('iframe').analyze()).violations
    .filter((it) => it.impact === 'serious' || it.impact === 'critical')
    .map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`);

describe('a blog post', () => {
  let stage: Stage;
  let thread: Thread;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    stage = await openStage();
    thread = (await stage.call('POST', 'threads', { title: 'Forgetting' })) as Thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${stage.site}/lecture.html`,
    });
    await vi.waitFor(
      async () => {
        expect(
          ((await stage.call('GET', `threads/${thread.url}`)) as Thread).thread_source_data.map(
            (it) => it.status.embedding,
          ),
        ).toEqual([1]);
      },
      { timeout: 60_000, interval: 200 },
    );
    ({ page, problems } = await stage.open(`/t/${thread.url}`));
  });
  afterAll(() => stage.close());

  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const container = (): Locator => page.getByRole('region', { name: 'Blog post' });
  async function asAnybody<T>(
    path: string,
    look: (it: Page, status: number | undefined) => Promise<T>,
    javaScriptEnabled = false,
  ): Promise<T> {
    const context = await stage.browser.newContext({ javaScriptEnabled, viewport: PHONE });
    const visitor = await context.newPage();
    try {
      const response = await visitor.goto(`${stage.server.url}${path}`);
      return await look(visitor, response?.status());
    } finally {
      await context.close();
    }
  }

  it('starts as ideas from a video; the chosen ones become drafts at the top of the notes', async () => {
    const notes = page.getByRole('textbox', { name: 'Notes text' });
    await notes.click();
    await page.keyboard.type('Below the posts.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('/ideas');
    await page.getByRole('option', { name: /Blog ideas/ }).waitFor();
    await page.keyboard.press('Enter');
    const panel = dialog('Blog ideas');
    const generate = panel.getByRole('button', { name: 'Generate blog' });
    const ideas = panel.getByRole('list', { name: 'Ideas' }).getByRole('checkbox');
    await panel.getByRole('button', { name: /^Why we forget/ }).click();
    await panel.getByRole('checkbox', { disabled: false }).first().waitFor({ state: 'attached' });
    expect(await generate.isDisabled()).toBe(true);
    await ideas.nth(0).press('Space');
    await ideas.nth(2).press('Space');
    await panel.getByText('2 ideas selected').waitFor();
    expect(await serious(page)).toEqual([]);
    await shoot(page, 'blog-ideas-wide-light');
    await generate.click();
    await panel.waitFor({ state: 'detached' });
    await container().nth(1).waitFor();
    expect(await container().count()).toBe(2);
    expect(await notes.locator(':scope > *').last().textContent()).toMatch(/Below the posts\.$|^$/);
    await container().first().getByText('From Why we forget, and what to do about it').waitFor();
    await container().first().getByRole('button', { name: /00:04/ }).first().waitFor();
  });

  it('is edited in its container, with quotes, callouts and questions', async () => {
    const first = container().first();
    await first.getByRole('textbox', { name: 'Post title' }).fill('Why a test is learning');
    await first.getByRole('button', { name: 'Blog blocks' }).click();
    await page.getByRole('menuitem', { name: 'Question' }).click();
    const asked = first.getByRole('textbox', { name: 'Question' }).and(page.locator(':focus'));
    await asked.waitFor();
    await page.keyboard.type('What beats reading again?');
    await expect.poll(() => asked.inputValue()).toBe('What beats reading again?');
    for (const [at, option] of ['A test', 'A marker'].entries()) {
      const block = first.getByRole('figure', { name: 'Question' }).last();
      await block.getByRole('button', { name: 'Add option' }).click();
      await block.getByRole('textbox', { name: `Option ${at + 1}` }).fill(option);
    }
    await first.getByRole('button', { name: 'Collapse post' }).click();
    await first.getByRole('button', { name: 'Blog blocks' }).waitFor({ state: 'hidden' });
    await first.getByRole('button', { name: 'Expand post' }).click();
  });

  it('is filled in on a form that loses nothing, and published', async () => {
    await container().first().getByRole('button', { name: 'Publish' }).click();
    const form = dialog('Publish post');
    const title = form.getByRole('textbox', { name: 'Title', exact: true });
    await vi.waitFor(async () => {
      expect(await title.inputValue()).toBe('Why a test is learning');
    }, SOON);
    expect(
      await asAnybody('/p/why-a-test-is-learning', (_, status) => Promise.resolve(status)),
    ).toBe(404);
    await form
      .getByRole('textbox', { name: 'Gist' })
      .fill('A test is not a measurement of learning. It is learning.');
    // Immediately, before anything was sent.
    await page.reload();
    await vi.waitFor(async () => {
      expect(await form.getByRole('textbox', { name: 'Gist' }).inputValue()).toContain(
        'It is learning.',
      );
    }, SOON);
    await form.getByRole('combobox', { name: 'First tag' }).click();
    await page.getByPlaceholder('Find a tag').fill('psych');
    await page.getByRole('option', { name: 'Psychology' }).click();
    await form.getByRole('textbox', { name: 'AI tags' }).fill('testing effect');
    await page.keyboard.press('Enter');
    await form.getByRole('listitem').filter({ hasText: 'testing effect' }).waitFor();
    await form.getByRole('button', { name: 'Forest' }).click();
    await form.getByRole('button', { name: 'From the video' }).click();
    await dialog('Choose from the video')
      .getByRole('button', { name: /Thumbnail 1 of/ })
      .click();
    await page.getByText('Image uploaded successfully').waitFor();
    await title.fill('');
    await form.getByRole('button', { name: 'Publish', exact: true }).click();
    await form.getByText('Enter a title').waitFor();
    await expect.poll(() => title.evaluate((it) => it === document.activeElement)).toBe(true);
    await title.fill('Why a test is learning');
    expect(await serious(page)).toEqual([]);
    await shoot(page, 'publish-form-wide-light');
    await form.getByRole('button', { name: 'Publish', exact: true }).click();
    const asked = dialog('What name should readers see?');
    await asked.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace');
    expect(await serious(page)).toEqual([]);
    await shoot(page, 'author-name-wide-light');
    await asked.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Post updated successfully').waitFor();
    await form.getByText('This post is published').waitFor();
    await form.getByRole('button', { name: 'Close' }).click();
    await container().first().getByText('PUBLISHED').waitFor();
  });

  it('is readable by anyone, without scripts', async () => {
    await asAnybody('/p/why-a-test-is-learning', async (it, status) => {
      expect(status).toBe(200);
      expect(await it.getByRole('heading', { level: 1 }).textContent()).toBe(
        'Why a test is learning',
      );
      await it.getByText('A test is not a measurement of learning.').waitFor();
      await it.getByRole('link', { name: 'Ada Lovelace', exact: true }).waitFor();
      expect(
        await it
          .locator('figure.cover img')
          .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
      ).toBe(true);
      expect(await it.getByRole('link', { name: '00:04' }).first().getAttribute('href')).toBe(
        `${stage.site}/lecture.html#t=4`,
      );
      // Two suggestions and the custom one.
      expect(await it.locator('.quiz').count()).toBe(3);
      await it.getByText('Show the answer').last().click();
      expect(await it.locator('.solution p').last().innerText()).toBe('A test');
      await it.getByRole('link', { name: 'Psychology' }).first().waitFor();
      await shoot(it, 'post-phone-light');
    });
    expect(await asAnybody('/p/why-a-test-is-learning', serious, true)).toEqual([]);
  });

  it("is listed among the owner's posts, and unpublished", async () => {
    await page.goto(`${stage.server.url}/posts`);
    const row = page
      .getByRole('list', { name: 'Posts' })
      .getByRole('listitem')
      .filter({ hasText: 'Why a test is learning' });
    await row.getByText('Published', { exact: true }).waitFor();
    expect(await serious(page)).toEqual([]);
    await shoot(page, 'posts-wide-light');
    await row.getByRole('button', { name: 'Options for Why a test is learning' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await row.getByText('Draft', { exact: true }).waitFor();
    expect(
      await asAnybody('/p/why-a-test-is-learning', (_, status) => Promise.resolve(status)),
    ).toBe(404);
    await row.getByRole('link', { name: 'Edit Why a test is learning' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('1');
    expect(problems).toEqual([]);
  });

  it('starts on a phone too, where notes are read-only', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`${stage.server.url}/t/${thread.url}?blog=ideas`);
    const panel = dialog('Blog ideas');
    await panel.getByRole('button', { name: /^Why we forget/ }).click();
    await panel.getByRole('list', { name: 'Ideas' }).getByRole('checkbox').first().press('Space');
    await panel.getByRole('button', { name: 'Generate blog' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Notes', exact: true }).click();
    await expect.poll(() => container().count(), SOON).toBe(3);
  });
});

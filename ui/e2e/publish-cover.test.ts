/**
 * Further features of the publish form: cropped covers, video frames and schedules; and a post with
 * an invalid schema.
 */
import { AxeBuilder } from '@axe-core/playwright';
import sharp from 'sharp';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  DONE,
  FINISH,
  open,
  say,
  scriptedProvider,
  type ScriptedProvider,
} from '#api/answer/testing/scripted-provider.ts';
import { Post } from '#core/contract/post.ts';
import { intercept } from './testing/network.ts';
import { openStage, shoot, type Stage } from './testing/stage.ts';

const SOON = { timeout: 30_000, interval: 50 };
const serious = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).exclude('iframe').analyze()).violations
    .filter((it) => it.impact === 'serious' || it.impact === 'critical')
    .map((it) => `${it.id}: ${it.nodes.map((node) => node.html).join(' ')}`);

describe('the publish form', () => {
  let stage: Stage;
  let provider: ScriptedProvider;
  let thread: { _id: string; url: string };
  let id: string;
  let page: Page;
  beforeAll(async () => {
    provider = await scriptedProvider();
    stage = await openStage({ env: { OPENAI_BASE_URL: provider.baseUrl } });
    thread = (await stage.call('POST', 'threads', { title: 'Forgetting' })) as typeof thread;
    await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      url: `${stage.site}/lecture.html`,
    });
    await vi.waitFor(
      async () => {
        expect(
          (
            (await stage.call('GET', `threads/${thread.url}`)) as {
              thread_source_data: { status: { embedding: number } }[];
            }
          ).thread_source_data.map((it) => it.status.embedding),
        ).toEqual([1]);
      },
      { timeout: 60_000, interval: 200 },
    );
    ({ _id: id } = Post.parse(
      await stage.call('POST', 'post/v1/create', {
        thread: thread._id,
        blog_node_id: 'b',
        title: 'Waits for its hour',
        content: {
          type: 'doc',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words.' }] }],
        },
      }),
    ));
    ({ page } = await stage.open(`/posts/${id}`));
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor();
  });
  afterAll(async () => {
    await stage.close();
    await provider.close();
  });

  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const post = async () => Post.parse(await stage.call('GET', `post/v1/post/${id}`));
  /** The previous cover, once it has changed. */
  async function coverAfter(
    before: string | undefined,
  ): Promise<{ width: number; height: number; color: 'red' | 'blue' | 'other'; url: string }> {
    const { cover } = await vi.waitFor(async () => {
      const it_ = await post();
      expect(it_.cover?.url ?? before).not.toBe(before);
      return it_;
    }, SOON);
    const bytes = (await page
      .evaluate(
        async (src) => [...new Uint8Array(await (await fetch(src)).arrayBuffer())],
        cover?.url ?? '',
      )
      .catch(() => undefined)) ?? [
      ...(await (
        await page.request.get(
          `${stage.server.url}/p/${(await post()).slug}/cover-${cover?.width}.jpg`,
        )
      ).body()),
    ];
    const {
      dominant: { r, b },
    } = await sharp(Uint8Array.from(bytes)).stats();
    return {
      width: cover?.width ?? 0,
      height: cover?.height ?? 0,
      color: r > 180 && b < 80 ? 'red' : b > 180 && r < 80 ? 'blue' : 'other',
      url: cover?.url ?? '',
    };
  }

  it('crops an image before uploading it', async () => {
    const half = { create: { width: 400, height: 600, channels: 3 as const, background: '#00f' } };
    const image = await sharp({
      create: { width: 800, height: 600, channels: 3, background: '#f00' },
    })
      .composite([{ input: half, left: 400, top: 0 }])
      .png()
      .toBuffer();
    await page
      .getByLabel('Upload image')
      .setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer: image });
    const crop = dialog('Crop cover');
    // It takes its space once it has loaded.
    await expect
      .poll(() =>
        crop.locator('img').evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth),
      )
      .toBe(800);
    await crop.getByRole('radio', { name: 'Free' }).click();
    const handle = crop.locator('.ReactCrop__drag-handle.ord-w');
    const [from, area] = [
      await handle.boundingBox(),
      await crop.locator('.ReactCrop__child-wrapper').boundingBox(),
    ];
    if (!from || !area) throw new Error('nothing to crop');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(area.x + area.width * 0.5, from.y + from.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(await serious(page)).toEqual([]);
    await shoot(page, 'cover-crop-wide-light');
    await crop.getByRole('button', { name: 'Crop', exact: true }).click();
    const { width, height, color } = await coverAfter(undefined);
    expect([color, height]).toEqual(['blue', 600]);
    expect(Math.abs(width - 400)).toBeLessThan(12);
  });

  it("has the server take a frame of a video that the page can't play", async () => {
    await intercept(page, '**/lecture.mp4', (route) => route.abort());
    await page.getByRole('button', { name: 'From the video' }).click();
    const picking = dialog('Choose from the video');
    await picking.getByRole('button', { name: 'Frame at a time' }).click();
    await picking.getByText(/The server can take one/).waitFor();
    await picking.getByRole('textbox', { name: 'Time' }).fill('0:08');
    await picking.getByRole('button', { name: 'Show frame' }).click();
    // With yt-dlp and ffmpeg; elsewhere it says what is missing.
    const [frame, refusal] = [
      picking.getByRole('img', { name: 'Frame at 00:08' }),
      picking.getByRole('alert'),
    ];
    await frame.or(refusal).waitFor({ timeout: 40_000 });
    await shoot(page, 'cover-frame-taken-wide-light');
    if (await refusal.isVisible()) {
      expect(await refusal.textContent()).toMatch(/yt-dlp|ffmpeg/);
      await picking.getByRole('button', { name: 'Close' }).click();
    } else {
      const before = (await post()).cover?.url;
      await picking.getByRole('button', { name: 'Use this frame' }).click();
      await picking.waitFor({ state: 'detached' });
      expect((await coverAfter(before)).width).toBeGreaterThan(100);
    }
    await page.unroute('**/lecture.mp4');
  });

  it('takes a frame of a video on another host through the content host', async () => {
    const before = (await post()).cover?.url;
    await page.getByRole('button', { name: 'From the video' }).click();
    const picking = dialog('Choose from the video');
    await picking.getByRole('button', { name: 'Frame at a time' }).click();
    await picking.getByRole('textbox', { name: 'Time' }).fill('soon');
    await picking.getByText('Enter a time like 1:23').waitFor();
    await picking.getByRole('textbox', { name: 'Time' }).fill('0:05');
    await vi.waitFor(async () => {
      expect(
        await picking
          .locator('video')
          .evaluate((it: HTMLVideoElement) => [it.currentTime, it.seeking, it.readyState >= 2]),
      ).toEqual([5, false, true]);
    }, SOON);
    await shoot(page, 'cover-frame-wide-light');
    await picking.getByRole('button', { name: 'Use this frame' }).click();
    await picking.waitFor({ state: 'detached' });
    expect((await coverAfter(before)).width).toBeGreaterThan(100);
  });

  it('publishes a scheduled post at its time', async () => {
    const asAnybody = async () => {
      const { slug } = await post();
      return (await fetch(`${stage.server.url}/p/${slug}`)).status;
    };
    const at = page.getByLabel('Publish at', { exact: true });
    await at.fill('2020-01-01T10:00');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('Choose a time in the future').waitFor();
    await at.fill(`${new Date().getFullYear() + 1}-06-01T10:00`);
    await page.getByRole('button', { name: 'Schedule' }).click();
    const named = dialog('What name should readers see?');
    await named.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace');
    await named.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(/^Scheduled for .*Jun/).waitFor();
    await shoot(page, 'post-scheduled-wide-light');
    expect([(await post()).status, await asAnybody()]).toEqual([1, 404]);
    await stage.call('PUT', `post/v1/update-post/${id}`, {
      scheduled_at: new Date(Date.now() + 50).toISOString(),
    });
    await vi.waitFor(
      async () => {
        expect(await asAnybody()).toBe(200);
      },
      { timeout: 60_000, interval: 100 },
    );
    await page.goto(`${stage.server.url}/posts/${id}`);
    await page.getByText('This post is published').waitFor();
  });

  it('retries a generated post with an invalid schema once, and rejects it', async () => {
    const ideas = JSON.stringify({
      ideas: [
        { title: 'Why a test is learning', description: 'On tests.' },
        { title: 'Sleep', description: 'On nights.' },
      ],
    });
    const poem = JSON.stringify({
      idea_title: 'x',
      description: 'x',
      metadata: { tags: [], gist: 'x' },
      content: { type: 'doc', content: [{ type: 'poem', content: [] }] },
    });
    let asked = 0;
    provider.script((res, call) => {
      const isPost = call.body.messages?.[0]?.content.startsWith('You write a blog post') === true;
      if (isPost) asked += 1;
      open(res).end(say(isPost ? poem : ideas) + FINISH + DONE);
    });
    await page.goto(`${stage.server.url}/t/${thread.url}?blog=ideas`);
    const panel = dialog('Blog ideas');
    await panel.getByRole('button', { name: /^Why we forget/ }).click();
    const boxes = panel.getByRole('list', { name: 'Ideas' }).getByRole('checkbox');
    await boxes.nth(1).waitFor();
    await boxes.first().press('Space');
    await panel.getByRole('button', { name: 'Generate blog' }).click();
    await panel
      .getByRole('alert')
      .getByText('Invalid blog content schema', { exact: true })
      .waitFor();
    expect(asked).toBe(2);
    await shoot(page, 'blog-misfit-wide-light');
    // The selection stays for a retry.
    await panel.getByText('1 idea selected').waitFor();
  });
});

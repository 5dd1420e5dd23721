import { rm } from 'node:fs/promises';
import type { JSONContent } from '@tiptap/core';
import { expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import type { PostId } from '#core/contract/id.ts';
import type { Post } from '#core/contract/post.ts';
import { hostileMarkdown } from '#core/editor/testing/hostile-markdown.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createTextProcess } from '../../text-process/index.ts';
import { PostImages } from './images.ts';
import { Posts } from './posts.ts';
import { RenderedPosts } from './rendered-posts.ts';
import { createPost, doc, paragraph, update, visit } from './testing/post-samples.ts';

/**
 * Longest wait of another request, in CPU time of the server, while something hostile is processed.
 */
const MOST_WAIT_MS = 1_000;
const answer = (text: string): JSONContent => ({
  type: 'ai-chat',
  attrs: { question: 'Why?', answer: text, citations: [] },
});
const pathOf = (post: Post): string => new URL(post.url).pathname;
const publish = async (test: TestServer, content: JSONContent, title = 'Hostile'): Promise<Post> =>
  update(test, (await createPost(test, { title, content }))._id, { status: 2 });
/** Formulas take the renderer some seconds. */
const slow = doc(
  paragraph('Words that can be read.'),
  ...Array.from({ length: 4_000 }, (_, at) => ({
    type: 'math',
    attrs: { latex: `\\frac{${at}}{2}`.repeat(40) },
  })),
);

/** Returns the longest time that another request waited until `work` was done. */
async function longestWait<T>(
  test: TestServer,
  work: Promise<T>,
): Promise<{ result: T; longestMs: number }> {
  let [isDone, longestMs] = [false, 0];
  const result = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const begun = process.cpuUsage();
    expect((await fetch(new URL('/api/ready', test.server.url))).status).toBe(200);
    const { user, system } = process.cpuUsage(begun);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
  }
  return { result: await result, longestMs };
}

describeOnDatabases('hostile posts', (open) => {
  it('are shown with their text, while the server responds to others', async () => {
    const test = await openTestServer(open, { worker: false });
    for (const [text, shown] of [
      ['['.repeat(5_000), '['.repeat(5_000)],
      ['>'.repeat(2_000), '&#x3E;'.repeat(2_000)],
    ] as const) {
      const post = await publish(test, doc(paragraph('Words before.'), answer(text)));
      const { result: page, longestMs } = await longestWait(test, visit(test, pathOf(post)));
      expect(page.status).toBe(200);
      expect(page.text).toContain('Words before.');
      expect(page.text.replaceAll('>', '&#x3E;')).toContain(shown.replaceAll('>', '&#x3E;'));
      expect(longestMs).toBeLessThan(MOST_WAIT_MS);
    }
    const { result: page, longestMs } = await longestWait(
      test,
      publish(
        test,
        doc(paragraph('All of them.'), ...Object.values(hostileMarkdown(50_000)).map(answer)),
      ).then((post) => visit(test, pathOf(post))),
    );
    expect([page.status, page.text.includes('All of them.')]).toEqual([200, true]);
    expect(longestMs).toBeLessThan(MOST_WAIT_MS);
    await test.close();
  });

  it('are shown as paragraphs if their renderer is killed, also as drafts', async () => {
    const test = await openTestServer(open, { worker: false });
    const { texts } = test.server.parts;
    const created = await createPost(test, { content: slow });
    const killing = async (page: Promise<{ status: number; text: string }>) => {
      const pid = await eventually(
        () => texts.pids()[0] ?? Promise.reject(new Error('There is no child yet.')),
      );
      process.kill(pid, 'SIGKILL');
      const { status, text } = await page;
      expect([
        status,
        text.includes('<p>Words that can be read.</p>'),
        text.includes('<math'),
      ]).toEqual([200, true, false]);
    };
    await killing(visit(test, pathOf(created), { Authorization: `Bearer ${test.ownerToken}` }));
    await killing(
      update(test, created._id, { status: 2 }).then((post) => visit(test, pathOf(post))),
    );
    await test.close();
  });

  it('that take too long are shown as paragraphs, after one attempt for all visits', async () => {
    const test = await openTestServer(open, { worker: false });
    const { database, library, files } = test.server.parts;
    const lines: string[] = [];
    const log = createLog('warn', (line) => {
      lines.push(line);
    });
    const posts = new Posts(database);
    const texts = createTextProcess({ renderMs: 1 });
    const images = new PostImages({
      files,
      uploads: { ofThread: () => Promise.reject(new Error('it has no images')) },
      log,
    });
    const rendered = new RenderedPosts({ database, posts, library, images, texts, log });
    const [row] = await posts.some([(await createPost(test, { content: slow }))._id as PostId]);
    if (!row) throw new Error('The post is not there.');
    const shown = await Promise.all([1, 2, 3].map(() => rendered.published(row)));
    expect(
      shown.map((it) => it.rendered.html.startsWith('<p>Words that can be read.</p>')),
    ).toEqual([true, true, true]);
    await rendered.published(row);
    expect(lines.filter((line) => line.includes('could not be rendered'))).toHaveLength(1);
    await texts.close();
    await test.close();
  });

  it('are rendered once: the stored page is shown after a restart, until they change', async () => {
    const opened = await open();
    const first = await openTestServer(async () => opened, { worker: false });
    const post = await publish(first, doc(answer('**Bold** words.')), 'Stored');
    expect((await visit(first, pathOf(post))).text).toContain('<strong>Bold</strong>');
    await first.server.close();
    const second = await openTestServer(async () => opened, { worker: false, stranger: false });
    expect((await visit(second, pathOf(post))).text).toContain('<strong>Bold</strong>');
    await update(second, post._id, { theme: { mode: 'dark' } });
    expect((await visit(second, pathOf(post))).text).toContain('color-scheme:dark');
    // No child process was started, so nothing was rendered.
    expect(second.server.parts.texts.pids()).toEqual([]);
    await update(second, post._id, { content: doc(answer('*Other* words.')) });
    expect((await visit(second, pathOf(post))).text).toContain('<em>Other</em>');
    expect(second.server.parts.texts.pids()).toHaveLength(1);
    await second.close();
    await first.site.close();
    await rm(opened.folder, { recursive: true, force: true });
  });
});

describeOnDatabases('hostile notes', (open) => {
  it('are exported in every format, mirrored and searched', async () => {
    const test = await openTestServer(open, { worker: false });
    const dates = {
      _id: '0198c0de-0000-7000-8000-00000000f0a1',
      title: 'Hostile',
      url: 'hostile',
      createdAt: '2026-01-02T03:04:05.000Z',
      updatedAt: '2026-01-02T03:04:05.000Z',
    };
    const { thread } = dataOf(
      await test.owner.post('threads/import', { thread: dates, files: [] }),
    ) as { thread: { _id: string } };
    const texts = Object.values(hostileMarkdown(20_000));
    const notes = doc(
      paragraph('An otter before.'),
      { type: 'insight', attrs: { compAttrs: { text: 'An otter.' } } },
      ...texts.map(answer),
      ...texts.map((text) => paragraph(text)),
    );
    dataOf(
      await test.owner.put(`threads/${thread._id}/import`, {
        thread: { ...dates, _id: thread._id },
        sources: [],
        notes,
        answers: [],
        files: [],
      }),
    );
    const calls = [
      ...['md', 'html', 'json', 'anki'].map(
        (format) => `threads/${thread._id}/export?format=${format}`,
      ),
      `threads/${thread._id}`,
    ];
    for (const call of calls) {
      const {
        result: { status, body },
        longestMs,
      } = await longestWait(test, test.owner.get(call));
      expect([call, status]).toEqual([call, 200]);
      if (!call.includes('anki')) expect(JSON.stringify(body)).toContain('An otter before.');
      expect([call, longestMs < MOST_WAIT_MS, longestMs]).toEqual([call, true, longestMs]);
    }
    const search = () => test.owner.get('search?q=otter&scope=all');
    const found = eventually(async () => {
      expect(JSON.stringify((await search()).body)).toContain('An otter before.');
    });
    expect((await longestWait(test, found)).longestMs).toBeLessThan(MOST_WAIT_MS);
    await test.close();
  });
});

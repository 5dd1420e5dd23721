import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { UNNAMED } from '#core/contract/account.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import { id, me, thread, videoSource, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { choose, click, giveFiles, press, type } from '#ui/testing/user.ts';
import { PostPage } from './post-page.tsx';
import { post } from '#ui/testing/post-example.ts';
import { publishTexts as texts } from './texts.ts';

const page = (
  <Routes>
    <Route path="/posts/:id" element={<PostPage />} />
    <Route path="*" element={null} />
  </Routes>
);
const PUBLISHED = { status: 2, published: true, published_at: '2026-03-03T12:00:00.000Z' };
const opened = async (more: object = {}, script: Script = {}) => {
  let now = post(1, more);
  const server = serveApi({
    'GET me': () => me(),
    'GET post/v1/post/:id': () => now,
    'GET tags/v1/tags': () => ({
      docs: [
        { _id: 't1', tag_name: 'Memory' },
        { _id: 't2', tag_name: 'Sleep' },
      ],
      totalDocs: 2,
      page: 1,
      limit: 100,
      totalPages: 1,
    }),
    'PUT post/v1/update-post/:id': ({ body }) => {
      const form = body as Record<string, unknown>;
      now = post(1, {
        ...now,
        ...(form['title'] !== undefined && { title: form['title'] }),
        ...(form['status'] !== undefined && {
          status: form['status'],
          published: form['status'] === 2,
        }),
        ...(form['aiGeneratedTags'] !== undefined && { aiGeneratedTags: form['aiGeneratedTags'] }),
        ...(form['tags'] !== undefined && {
          tags: (form['tags'] as string[]).map((it) => ({ _id: it, tag_name: it })),
        }),
        ...(form['scheduled_at'] !== undefined && { scheduled_at: form['scheduled_at'] }),
      });
      return now;
    },
    ...script,
  });
  await render(page, { at: `/posts/${id(1)}` });
  await findByRole('textbox', texts.name);
  return server;
};
const sent = (server: Awaited<ReturnType<typeof opened>>) =>
  server.of('PUT post/v1/update-post/:id').map((it) => it.body as Record<string, unknown>);
const state = () => pageText(getAllByRole('status').at(-1) ?? document.body);

it('saves a draft while typing, but not its visibility', async () => {
  const server = await opened();
  await type(getByRole('textbox', texts.name), 'On spacing');
  expect(localStorage.getItem(`gloss-post-draft-${id(1)}`)).toContain('On spacing');
  await expect.poll(() => sent(server).at(-1)).toMatchObject({ title: 'On spacing' });
  expect(sent(server).at(-1)).not.toHaveProperty('status');
  await findText(texts.state.saved);
  await expect.poll(() => localStorage.getItem(`gloss-post-draft-${id(1)}`)).toBeNull();
});

it('publishes with a button', async () => {
  const server = await opened({ status: 0 });
  await click(getByRole('button', texts.publish));
  await findText(texts.done);
  expect(sent(server).at(-1)).toMatchObject({ status: 2, scheduled_at: null, title: 'Post 1' });
  await findText(texts.live);
  expect(getByRole('link', texts.view).getAttribute('href')).toContain('post-1');
});

it('asks once for the author name, and publishes under it', async () => {
  const unnamed = me();
  let user = { ...unnamed.user, name: UNNAMED };
  const server = await opened(
    { status: 0 },
    {
      'GET me': () => ({ ...unnamed, user }),
      'PATCH me': ({ body }) => {
        user = { ...user, ...(body as { name: string }) };
        return { ...unnamed, user };
      },
    },
  );
  const previews = getByRole('complementary', texts.previews);
  expect(pageText(previews)).not.toContain(UNNAMED);
  await click(getByRole('button', texts.publish));
  const dialog = await findByRole('dialog', texts.authorAsk);
  const publish = getByRole('button', texts.publish, dialog);
  await click(publish);
  await findText(texts.authorMissing);
  expect(sent(server)).toEqual([]);
  await type(getByRole('textbox', texts.author), ' Ada Lovelace ');
  await click(publish);
  await findText(texts.live);
  expect(server.of('PATCH me').map((it) => it.body)).toEqual([{ name: 'Ada Lovelace' }]);
  expect(sent(server).at(-1)).toMatchObject({ status: 2 });
  expect(pageText(previews)).toContain('Ada Lovelace');
  await click(getByRole('button', texts.publishChanges));
  await expect.poll(() => sent(server).length).toBe(2);
});

it('undoes publishing', async () => {
  const server = await opened({ status: 0 });
  await click(getByRole('button', texts.publish));
  await findText(texts.live);
  await click(await findByRole('button', texts.undo));
  await findByRole('button', texts.publish);
  expect(sent(server).at(-1)).toEqual({ status: 1, scheduled_at: null, published_at: null });
  expect(pageText()).not.toContain(texts.live);
});

it('publishes again what was just unpublished', async () => {
  const server = await opened(PUBLISHED);
  await click(getByRole('button', texts.unpublish));
  await click(await findByRole('button', texts.undo));
  await findText(texts.live);
  expect(sent(server).at(-1)).toEqual({ status: 2, scheduled_at: null });
  expect(getByRole('combobox', texts.status)).toHaveProperty('value', '2');
});

it('publishes nothing without a title, and focuses the field', async () => {
  const server = await opened({ status: 0 });
  const title = getByRole('textbox', texts.name);
  await type(title, '  ');
  await click(getByRole('button', texts.publish));
  expect(state()).toBe(texts.state.wrong);
  expect(pageText()).toContain(texts.problems.title);
  await expect.poll(() => document.activeElement).toBe(title);
  expect(sent(server).every((it) => !('status' in it))).toBe(true);
});

it('shows a server error at its field', async () => {
  await opened(PUBLISHED, {
    'PUT post/v1/update-post/:id': () =>
      Response.json(
        {
          code: 'invalid',
          message: 'Something is wrong.',
          details: [{ field: 'aiGeneratedTags.3', message: 'This tag is not allowed.' }],
        },
        { status: 400 },
      ),
  });
  await click(getByRole('button', texts.publishChanges));
  await findText('This tag is not allowed.');
  expect(state()).toBe(texts.state.wrong);
});

it('says that nothing was saved, and why', async () => {
  await opened(PUBLISHED, {
    'PUT post/v1/update-post/:id': () => new Refusal(409, 'conflict', 'Somebody else saved it.'),
  });
  await click(getByRole('button', texts.publishChanges));
  await findText(texts.notSaved('Somebody else saved it.'));
});

it('keeps changes of a published post in the browser until they are published', async () => {
  const server = await opened(PUBLISHED);
  await type(getByRole('textbox', texts.gist), 'In short');
  await findText(texts.state.kept);
  expect(sent(server)).toEqual([]);
  await click(getByRole('button', texts.publishChanges));
  await findText(texts.done);
  expect(sent(server)[0]).toMatchObject({ gist: 'In short', status: 2 });
});

it('restores unsaved changes of the last visit, until they are discarded', async () => {
  const first = await opened(PUBLISHED);
  await type(getByRole('textbox', texts.name), 'Half a title');
  expect(sent(first)).toEqual([]);
  await render(page, { at: `/posts/${id(1)}` });
  await findText(texts.restored);
  const fields = getAllByRole('textbox', texts.name);
  expect(fields.at(-1)).toHaveProperty('value', 'Half a title');
  const [discard] = getAllByRole('button', texts.discard);
  if (discard) await click(discard);
  expect(fields.at(-1)).toHaveProperty('value', 'Post 1');
});

it('unpublishes a post', async () => {
  const server = await opened(PUBLISHED);
  await click(getByRole('button', texts.unpublish));
  await findText(texts.done);
  expect(sent(server)[0]).toMatchObject({ status: 1 });
});

it('schedules a post', async () => {
  const server = await opened({ status: 0 });
  const at = getByRole('textbox', texts.at);
  await type(at, '2020-01-01T12:00');
  expect(pageText()).toContain(texts.atPast);
  await type(at, '2099-01-01T12:00');
  await click(getByRole('button', texts.schedule));
  await findText(texts.done);
  expect(sent(server).at(-1)).toMatchObject({
    status: 1,
    scheduled_at: new Date('2099-01-01T12:00').toISOString(),
  });
});

it('says who can read a post in each status', async () => {
  await opened();
  const status = getByRole('combobox', texts.status);
  await choose(status, texts.statuses[3] ?? '');
  expect(descriptionOf(status)).toContain(texts.statusHints[3]);
  expect(queryByRole('textbox', texts.at)).toBeUndefined();
  expect(getByRole('button', texts.save)).toBeDefined();
});

it('picks the main tag from the list, and removes it', async () => {
  const server = await opened();
  await click(getByRole('combobox', texts.firstTag));
  await click(await findByRole('option', 'Sleep'));
  await expect.poll(() => sent(server).at(-1)).toMatchObject({ tags: ['t2'] });
  await click(getByRole('combobox', texts.firstTag));
  await click(await findByRole('button', texts.firstTagClear));
  await expect.poll(() => sent(server).at(-1)).toMatchObject({ tags: [] });
});

it('adds custom tags, each once, and removes them', async () => {
  const server = await opened({ aiGeneratedTags: ['memory'] });
  const field = getByRole('textbox', texts.aiTags);
  const tags = () => itemsOf(getByRole('list', texts.aiTags));
  await type(field, '#sleep, Memory,');
  expect(tags()).toEqual(['memory', 'sleep']);
  await type(field, 'dreams');
  await press('Enter', { on: field });
  expect(tags()).toEqual(['memory', 'sleep', 'dreams']);
  await press('Backspace', { on: field });
  await click(getByRole('button', texts.aiTagRemove('memory')));
  expect(tags()).toEqual(['sleep']);
  await expect.poll(() => sent(server).at(-1)).toMatchObject({ aiGeneratedTags: ['sleep'] });
});

it('applies a preset theme, and shows its contrast', async () => {
  const server = await opened();
  await click(getByRole('button', texts.presetNames.sea));
  expect(getByRole('button', texts.presetNames.sea).getAttribute('aria-pressed')).toBe('true');
  await expect
    .poll(() => sent(server).at(-1))
    .toMatchObject({
      theme: { colors: { primary: '#123a5c' } },
    });
  const code = getByRole('textbox', texts.hexOf(texts.primary));
  await type(code, '#eeeeee');
  await findText(texts.contrastText);
  await type(code, 'red');
  expect(descriptionOf(code)).toBe(texts.problems.color);
});

it('shows how much of the title and description a search result shows', async () => {
  await opened();
  const field = getByRole('textbox', texts.metaTitle);
  expect(pageText()).toContain(texts.metaTitleHint);
  for (const [text, hint] of [
    ['Short', texts.tooShort(60)],
    ['A title that is just as long as it should be', texts.fits],
    ['x'.repeat(70), texts.tooLong(60)],
  ] as const) {
    await type(field, text);
    expect(descriptionOf(field)).toContain(hint);
  }
  expect(pageText()).toContain(texts.length(70, 60));
});

it('previews the post, including its text', async () => {
  await opened();
  const previews = getByRole('complementary', texts.previews);
  expect(pageText(previews)).toContain(texts.previewLead);
  expect(pageText(previews)).toContain('gloss.example/p/post-1');
  await type(getByRole('textbox', texts.name), 'On spacing');
  await type(getByRole('textbox', texts.gist), 'What helps memory');
  expect(pageText(previews).match(/On spacing/g)?.length).toBeGreaterThan(2);
  expect(pageText(previews)).toContain('What helps memory');
});

it('rejects a cover that is not an image', async () => {
  await opened();
  const input = document.querySelector('input[type=file]') ?? document.body;
  await giveFiles(input, new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
  expect(pageText(getByRole('region', texts.cover))).toContain(texts.coverNotImage);
});

it('uses an image of a source as the cover, and removes it', async () => {
  const cover = { url: '/c.jpg', width: 10, height: 10, sizes: [{ url: '/c-s.jpg', width: 5 }] };
  let covered = false;
  const server = await opened(
    {},
    {
      'GET threads/:id': () =>
        thread(1, {
          thread_source_data: [
            webSource(10, { thumbnails: { preview: '/preview.jpg' } }),
            videoSource(11),
          ],
        }),
      'PUT post/v1/update-post/:id': ({ body }) => {
        covered = (body as { cover?: string | null }).cover !== null;
        return post(1, { cover: covered ? cover : null });
      },
    },
  );
  await click(getByRole('button', texts.coverVideo));
  await click(await findByRole('button', texts.pickOf('Page 10', 1)));
  await findText(texts.coverDone);
  expect(sent(server)[0]).toEqual({ cover: '/preview.jpg' });
  await click(await findByRole('button', texts.coverRemove));
  await findText(texts.coverRemoved);
  expect(sent(server).at(-1)).toEqual({ cover: null });
});

it('says that the post does not exist', async () => {
  serveApi({ 'GET post/v1/post/:id': () => new Refusal(404, 'not_found', 'None.') });
  await render(page, { at: `/posts/${id(1)}` });
  await findByRole('heading', texts.absentTitle);
  expect(queryByRole('button', texts.retry)).toBeUndefined();
});

it('opens a post after a retry', async () => {
  const server = serveApi({
    'GET me': () => me(),
    'GET post/v1/post/:id': () => new Refusal(403, 'forbidden', 'Not today.'),
  });
  await render(page, { at: `/posts/${id(1)}` });
  await findByRole('heading', texts.failed);
  server.change({ 'GET post/v1/post/:id': () => post(1) });
  await click(getByRole('button', texts.retry));
  await findByRole('textbox', texts.name);
});

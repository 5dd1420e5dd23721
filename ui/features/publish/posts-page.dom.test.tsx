import { expect, it } from 'vitest';
import type { PostCard } from '#core/contract/post.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { nameOf } from '#ui/testing/accessible-name.ts';
import { id } from '#ui/testing/examples.ts';
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
import { click } from '#ui/testing/user.ts';
import { PostsPage } from './posts-page.tsx';
import { post, postCard } from '#ui/testing/post-example.ts';
import { postTexts as texts } from './texts.ts';

const PUBLISHED = { status: 2, published: true, published_at: '2026-03-03T12:00:00.000Z' };
const opened = async (docs: PostCard[], script: Script = {}, at = '/posts') => {
  const posts = new Map(docs.map((it) => [it._id as string, it]));
  const server = serveApi({
    'GET posts': ({ query }) => ({
      docs: [...posts.values()].filter((it) =>
        query['status']?.split(',').includes(String(it.status)),
      ),
      next: null,
    }),
    'PUT post/v1/update-post/:id': ({ body }, params) => {
      const now = posts.get(params['id'] ?? '');
      const { status } = body as { status: number };
      if (now) posts.set(now._id, { ...now, status, published: status === 2 });
      return post(1, { ...now, status, published: status === 2 });
    },
    ...script,
  });
  await render(<PostsPage />, { at });
  return server;
};
const rows = () => itemsOf(getByRole('list', texts.list));
const options = async (title: string) => {
  await click(await findByRole('button', texts.options(title)));
  await findByRole('menu');
  return getAllByRole('menuitem').map(nameOf);
};

it('explains how to start while there are no posts', async () => {
  await opened([]);
  await findByRole('heading', texts.emptyTitle);
  expect(getByRole('link', texts.emptyAction).getAttribute('href')).toBe('/');
});

it('lists posts with their status, publication date and main tag', async () => {
  await opened([
    postCard(1),
    postCard(2, { ...PUBLISHED, indexable: false, tags: [{ _id: 't1', tag_name: 'Memory' }] }),
    postCard(3, { scheduled_at: '2099-01-01T12:00:00.000Z' }),
  ]);
  await findByRole('link', texts.edit('Post 3'));
  const [draft, published, scheduled] = rows();
  expect(draft).toContain(`${texts.status[1]} ${texts.edited('Mar 02, 2026')}`);
  expect(published).toContain(`${texts.status[2]} ${texts.published('Mar 03, 2026')} Memory`);
  expect(published).toContain(texts.notHidden);
  expect(scheduled).toContain(texts.scheduled);
  expect(getByRole('link', texts.edit('Post 1')).getAttribute('href')).toBe(`/posts/${id(1)}`);
});

it('filters posts by status, which is in the address', async () => {
  const server = await opened([postCard(1), postCard(2, PUBLISHED)]);
  await findByRole('link', texts.edit('Post 1'));
  await click(getByRole('radio', texts.filters.published));
  await expect.poll(rows).toHaveLength(1);
  expect(location.search).toBe('?status=published');
  expect(server.of('GET posts').at(-1)?.query).toMatchObject({ status: '2' });
  await click(getByRole('radio', texts.filters.deleted));
  await findByRole('heading', texts.noneTitle);
  await click(getByRole('radio', texts.filters.all));
  expect(location.search).toBe('');
});

it('shows all posts if the address has an unknown status', async () => {
  const server = await opened([postCard(1)], {}, '/posts?status=lost');
  await findByRole('link', texts.edit('Post 1'));
  expect(server.of('GET posts')[0]?.query).toMatchObject({ status: '0,1,2,3' });
});

it('deletes a post, and undoes that', async () => {
  const server = await opened([postCard(1), postCard(2)]);
  await options('Post 1');
  await click(getByRole('menuitem', texts.delete));
  await findText(texts.deleted);
  await expect.poll(rows).toHaveLength(1);
  await click(getByRole('button', texts.undo));
  await expect.poll(rows).toHaveLength(2);
  expect(server.of('PUT post/v1/update-post/:id').map((it) => it.body)).toEqual([
    { status: 4, scheduled_at: null },
    { status: 1, scheduled_at: null },
  ]);
});

it('unpublishes, archives and restores a post', async () => {
  const server = await opened([postCard(1, PUBLISHED)]);
  expect(await options('Post 1')).toEqual([
    texts.view,
    texts.notes,
    texts.unpublish,
    texts.archive,
    texts.delete,
  ]);
  await click(getByRole('menuitem', texts.unpublish));
  await findText(texts.status[1] ?? '');
  expect(await options('Post 1')).toContain(texts.publish);
  await click(getByRole('menuitem', texts.archive));
  await findText(texts.status[3] ?? '');
  await options('Post 1');
  await click(getByRole('menuitem', texts.restore));
  await expect
    .poll(() => server.of('PUT post/v1/update-post/:id').map((it) => it.body))
    .toMatchObject([{ status: 1 }, { status: 3 }, { status: 1 }]);
});

it('says why the status could not be changed', async () => {
  await opened([postCard(1)], {
    'PUT post/v1/update-post/:id': () => new Refusal(409, 'conflict', 'Not now.'),
  });
  await options('Post 1');
  await click(getByRole('menuitem', texts.archive));
  await findText('Not now.');
  expect(pageText()).not.toContain(texts.saved);
});

it('links to the block of the notes, if the thread still exists', async () => {
  await opened([postCard(1), postCard(2, { thread: null, thread_url: null })]);
  expect(await options('Post 2')).not.toContain(texts.notes);
  await click(getByRole('menuitem', texts.publish));
  expect(location.pathname).toBe(`/posts/${id(2)}`);
});

it('loads more posts on request', async () => {
  await opened([], {
    'GET posts': ({ query }) =>
      query['cursor'] ? { docs: [postCard(2)], next: null } : { docs: [postCard(1)], next: 'more' },
  });
  await click(await findByRole('button', texts.more));
  await findByRole('link', texts.edit('Post 2'));
  expect(queryByRole('button', texts.more)).toBeUndefined();
});

it('says why the posts could not be loaded', async () => {
  const server = await opened([], {
    'GET posts': () => new Refusal(403, 'forbidden', 'Not today.'),
  });
  await findByRole('heading', texts.failed);
  server.change({ 'GET posts': () => ({ docs: [postCard(1)], next: null }) });
  await click(getByRole('button', texts.retry));
  await findByRole('link', texts.edit('Post 1'));
});

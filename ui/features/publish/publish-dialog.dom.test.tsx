import { expect, it } from 'vitest';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { id, me, thread } from '#ui/testing/examples.ts';
import { post } from '#ui/testing/post-example.ts';
import { findByRole, getByRole, render } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { publishTexts as texts } from './texts.ts';

it('updates the cover of the block in the notes, and removes it with the cover', async () => {
  const key = 'posts/1/a-1200.jpg';
  const url = 'http://127.0.0.1/cover.jpg';
  const cover = { url, file_key: key, width: 1200, height: 630, sizes: [{ url, width: 1200 }] };
  const { _id, status } = post(1, { status: 1 });
  let now = post(1, { status, cover });
  serveApi({
    'GET me': () => me(),
    'POST post/v1/create': () => now,
    'GET post/v1/post/:id': () => now,
    'GET tags/v1/tags': () => ({ docs: [], totalDocs: 0, page: 1, limit: 100, totalPages: 1 }),
    'PUT post/v1/update-post/:id': ({ body }) => {
      if ((body as { cover?: null }).cover === null) now = post(1, { status, cover: null });
      return now;
    },
  });
  const changes: unknown[] = [];
  const block = { type: 'blog', attrs: { _id: id(9), post_id: _id, blog_title: now.title } };
  await render(
    <PublishDialog
      block={block}
      thread={thread(1)}
      onClose={() => undefined}
      onChange={(attributes) => changes.push(attributes)}
    />,
  );
  await findByRole('textbox', texts.name);
  await expect.poll(() => changes).toEqual([{ cover: key }]);
  await click(getByRole('button', texts.coverRemove));
  await expect.poll(() => changes).toEqual([{ cover: key }, { cover: '' }]);
});

import { expect, it } from 'vitest';
import type { Follow } from '#core/contract/follow.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, threadCard, threadPage } from '#ui/testing/examples.ts';
import { findByRole, findText, getByRole, itemsOf, pageText, render } from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { FollowsPage } from './follows-page.tsx';
import { followTexts as texts } from './texts.ts';

const example = (more: object = {}): Follow =>
  ({
    _id: id(1),
    url: 'https://example.org/feed.xml',
    title: 'Rivers weekly',
    state: 'active',
    every: 'PT6H',
    tags: ['rivers'],
    items: 12,
    createdAt: '2026-01-02T12:00:00.000Z',
    checkedAt: '2026-01-02T12:00:00.000Z',
    nextAt: '2026-01-02T18:00:00.000Z',
    ...more,
  }) as Follow;

async function opened(follows: Follow[], more: Script = {}) {
  const server = serveApi({
    'GET threads': () => threadPage(threadCard(801, { title: 'Memory' })),
    'GET follows': () => ({ docs: follows }),
    ...more,
  });
  await render(<FollowsPage />, { at: '/library/follows' });
  return server;
}

it('follows an address with an interval, a thread, tags and words', async () => {
  const server = await opened([], { 'POST follows': () => example() });
  await findByRole('heading', texts.emptyTitle);
  const form = getByRole('form', texts.form);
  await type(getByRole('textbox', texts.url, form), ' https://example.org/blog ');
  await click(getByRole('button', texts.add, form));
  await findText(texts.added('Rivers weekly'));
  expect(server.of('POST follows').at(-1)?.body).toEqual({
    url: 'https://example.org/blog',
    every: 'PT6H',
    tags: [],
  });
});

it("says why an address can't be followed, and keeps it", async () => {
  await opened([], {
    'POST follows': () => new Refusal(422, 'unsupported_url', 'No feed was found.'),
  });
  const field = await findByRole('textbox', texts.url);
  await type(field, 'https://example.org/page');
  await press('Enter', { on: field });
  await findText('No feed was found.');
  expect((field as HTMLInputElement).value).toBe('https://example.org/page');
});

it('lists follows with their last check and error', async () => {
  await opened([
    example(),
    example({
      _id: id(2),
      title: 'Old news',
      state: 'ended',
      items: 1,
      tags: [],
      error: { code: 'not_found', message: 'This page was removed.' },
    }),
  ]);
  const [first, second] = itemsOf(await findByRole('list', texts.list));
  expect(first).toMatch(/Rivers weekly.*12 items · Checked .* · #rivers/);
  expect(second).toContain(`1 item · ${texts.ended}`);
  expect(second).toContain('This page was removed.');
});

it('checks now, and unfollows after a confirmation', async () => {
  let follows = [example()];
  const server = await opened([], {
    'GET follows': () => ({ docs: follows }),
    'POST follows/:id/check': () => example(),
    'DELETE follows/:id': () => {
      follows = [];
      return { _id: id(1) };
    },
  });
  await click(await findByRole('button', texts.checkOne('Rivers weekly')));
  await expect.poll(() => server.of('POST follows/:id/check')).toHaveLength(1);
  await click(getByRole('button', texts.unfollowOne('Rivers weekly')));
  const dialog = await findByRole('alertdialog', texts.unfollowTitle('Rivers weekly'));
  expect(pageText(dialog)).toContain(texts.unfollowText);
  await click(getByRole('button', texts.unfollow, dialog));
  await findText(texts.unfollowed('Rivers weekly'));
  await findByRole('heading', texts.emptyTitle);
});

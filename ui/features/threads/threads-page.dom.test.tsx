import { expect, it, vi } from 'vitest';
import { SAMPLE_TITLE, type ThreadCard } from '#core/contract/thread.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, me, pdfSource, threadCard, threadPage, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { api } from '#ui/client/api.ts';
import { shareTexts } from './texts/share.ts';
import { linkTexts, threadsTexts as texts } from './texts/threads.ts';
import { threadTexts } from './texts/workspace.ts';
import { ThreadsPage } from './threads-page.tsx';

const cards = (count: number) => Array.from({ length: count }, (_, n) => threadCard(n + 1));
const opened = async (docs: ThreadCard[], script: Script = {}, at = '/') => {
  const server = serveApi({
    'GET me': () => me(),
    'GET threads': ({ query }) =>
      threadPage(
        ...docs.filter((it) =>
          it.title.toLowerCase().includes((query['query'] ?? '').toLowerCase()),
        ),
      ),
    ...script,
  });
  localStorage.setItem('gloss-welcomed', '1');
  await render(<ThreadsPage />, { at });
  return server;
};
const titles = () =>
  getAllByRole('heading')
    .slice(1)
    .map((it) => it.textContent);
const options = async (title: string, choice: string) => {
  await click(await findByRole('button', texts.options(title)));
  await click(await findByRole('menuitem', choice));
};

it('explains threads while there are none, and creates the first', async () => {
  const server = await opened([], {
    'POST threads': () => ({ _id: id(7), url: 'untitled', title: threadTexts.untitled }),
  });
  await findByRole('heading', texts.firstTitle);
  await click(getByRole('button', texts.new));
  await expect.poll(() => location.pathname).toBe('/t/untitled');
  expect(server.of('POST threads')[0]?.body).toEqual({ title: threadTexts.untitled });
});

it('says why a thread could not be created', async () => {
  await opened([], {
    'POST threads': () => new Refusal(403, 'limit', 'A hundred threads at most.'),
  });
  await click(await findByRole('button', texts.new));
  await findText('A hundred threads at most.');
});

it('shows a card for each thread with its content', async () => {
  await opened([
    threadCard(1, { thread_source_data: [webSource(10), pdfSource(11), pdfSource(12)] }),
    threadCard(2, { visibility: 'link' }),
    threadCard(3, { user: id(901) }),
    threadCard(4, {
      thread_source_data: [webSource(10)],
      thread_sources: [10, 11, 12, 13, 14].map((n) => ({ source: id(n) })),
    }),
  ]);
  await findText(texts.shared);
  const [own, shared, guest, large] = itemsOf(getByRole('list', texts.list));
  expect(own).toMatch(/2 PDF.*1 Web/);
  expect(shared).toContain(texts.byLink);
  expect(shared).toContain(texts.noSources);
  expect(shared).not.toContain(texts.shared);
  expect(guest).toContain('Thread 3');
  expect(large).toContain(texts.sources(5));
  expect(getByRole('link', 'Thread 1').getAttribute('href')).toBe('/t/thread-1');
});

it('says that sources of a thread are still being processed', async () => {
  await opened([
    threadCard(1, {
      thread_source_data: [
        webSource(10, { status: { transcript: 0, embedding: 0, webpage_processing: 1 } }),
      ],
    }),
  ]);
  await findText(texts.processing(1));
});

it('has no search for a few threads', async () => {
  await opened(cards(3));
  await findByRole('link', 'Thread 3');
  expect(queryByRole('searchbox')).toBeUndefined();
});

it('finds threads by title, with the query in the address', async () => {
  await opened(cards(12));
  await type(await findByRole('searchbox', texts.find), 'thread 1');
  await expect.poll(titles).toEqual(['Thread 1', 'Thread 10', 'Thread 11', 'Thread 12']);
  expect(pageText(getByRole('status'))).toBe(texts.found(4, false));
  expect(location.search).toBe('?query=thread+1');
  await press('Escape', { on: getByRole('searchbox') });
  await expect.poll(() => location.search).toBe('');
  await expect.poll(() => titles().length).toBe(12);
});

it('links to the search page if no title matches', async () => {
  await opened(cards(12), {}, '/?query=alchemy');
  await findByRole('heading', texts.none('alchemy'));
  expect(getByRole('link', texts.searchAll).getAttribute('href')).toBe('/search?q=alchemy');
  const [clear] = getAllByRole('button', texts.clear);
  if (clear) await click(clear);
  await expect.poll(() => titles().length).toBe(12);
});

it('loads more threads near the end of the list', async () => {
  const pages: Record<string, ThreadCard[]> = { '': cards(6), next: [threadCard(50)] };
  const server = await opened([], {
    'GET threads': ({ query }) => ({
      docs: pages[query['cursor'] ?? ''] ?? [],
      next: query['cursor'] ? null : 'next',
    }),
  });
  await findByRole('link', 'Thread 50');
  expect(server.of('GET threads').map((it) => it.query['cursor'])).toEqual([undefined, 'next']);
});

it('says why the threads could not be loaded', async () => {
  const server = await opened([], {
    'GET threads': () => new Refusal(403, 'forbidden', 'Not today.'),
  });
  await findByRole('heading', texts.failed);
  server.change({ 'GET threads': () => threadPage(threadCard(1)) });
  await click(getByRole('button', texts.retry));
  await findByRole('link', 'Thread 1');
});

it('opens the sample on the first visit of a browser only', async () => {
  const sample = [threadCard(1, { title: SAMPLE_TITLE })];
  serveApi({ 'GET me': () => me(), 'GET threads': () => threadPage(...sample) });
  const { unmount } = await render(<ThreadsPage />);
  await expect.poll(() => location.pathname).toBe('/t/thread-1');
  await unmount();
  await render(<ThreadsPage />);
  await findByRole('link', SAMPLE_TITLE);
  expect(location.pathname).toBe('/');
});

it('renames a thread on its card', async () => {
  const server = await opened([threadCard(1)], { 'PATCH threads/:id': () => ({}) });
  await options('Thread 1', texts.rename);
  const field = await findByRole('textbox', threadTexts.titleField);
  expect(document.activeElement).toBe(field);
  await type(field, ' Memory ');
  await press('Enter', { on: field });
  await findByRole('link', 'Memory');
  expect(server.of('PATCH threads/:id')[0]?.body).toEqual({ title: 'Memory' });
});

it('keeps the name after Escape, and if it is emptied', async () => {
  const server = await opened([threadCard(1)], { 'PATCH threads/:id': () => ({}) });
  for (const [name, key] of [
    ['Other', 'Escape'],
    ['  ', 'Enter'],
  ] as const) {
    await options('Thread 1', texts.rename);
    const field = await findByRole('textbox', threadTexts.titleField);
    await type(field, name);
    await press(key, { on: field });
    await findByRole('link', 'Thread 1');
  }
  expect(server.of('PATCH threads/:id')).toHaveLength(0);
});

it('says why a thread could not be renamed, and restores its name', async () => {
  await opened([threadCard(1)], {
    'PATCH threads/:id': () => new Refusal(403, 'forbidden', 'It is not yours.'),
  });
  await options('Thread 1', texts.rename);
  const field = await findByRole('textbox', threadTexts.titleField);
  await type(field, 'Memory');
  await press('Enter', { on: field });
  await findText('It is not yours.');
  await findByRole('link', 'Thread 1');
});

it('hides a deleted thread at once, and restores it with undo', async () => {
  const server = await opened(cards(2));
  await options('Thread 1', texts.delete);
  await findText(texts.deleted);
  expect(titles()).toEqual(['Thread 2']);
  await click(getByRole('button', texts.undo));
  await expect.poll(titles).toEqual(['Thread 1', 'Thread 2']);
  expect(server.of('DELETE threads/:id')).toHaveLength(0);
});

it('deletes it on the server once undo is no longer offered', async () => {
  const server = await opened(cards(2), { 'DELETE threads/:id': () => ({}) });
  await options('Thread 1', texts.delete);
  await findText(texts.deleted);
  await click(getByRole('button', 'Close toast'));
  await expect
    .poll(() => server.of('DELETE threads/:id').map((it) => it.path))
    .toEqual([`threads/${id(1)}`]);
  expect(titles()).toEqual(['Thread 2']);
});

it('shows a thread again that could not be deleted, and says why', async () => {
  await opened(cards(2), {
    'DELETE threads/:id': () => new Refusal(403, 'forbidden', 'It is not yours.'),
  });
  await options('Thread 1', texts.delete);
  await click(await findByRole('button', 'Close toast'));
  await findText('It is not yours.');
  await expect.poll(titles).toEqual(['Thread 1', 'Thread 2']);
});

it('leaves a shared thread after a confirmation', async () => {
  const server = await opened([threadCard(3, { user: id(901) })], {
    'DELETE threads/:id/members/:member': () => ({}),
  });
  await options('Thread 3', texts.leave);
  const dialog = await findByRole('alertdialog', texts.sureToLeave.title);
  await click(getByRole('button', texts.sureToLeave.action, dialog));
  await findText(texts.left);
  expect(server.of('DELETE threads/:id/members/:member')[0]?.path).toBe(
    `threads/${id(3)}/members/${id(900)}`,
  );
  await expect.poll(() => queryByRole('link', 'Thread 3')).toBeUndefined();
});

it("exports a thread under the server's file name", async () => {
  const names: string[] = [];
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function saveAs(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const server = await opened([threadCard(1)], {
    'GET threads/:id/export': () =>
      new Response('# Thread 1', {
        headers: { 'content-disposition': "attachment; filename*=UTF-8''Th%C3%A9%201.md" },
      }),
  });
  await options('Thread 1', texts.export);
  await findByRole('dialog', 'Export “Thread 1”');
  await click(getByRole('button', 'Markdown'));
  await findText('Downloaded Thé 1.md');
  expect(names).toEqual(['Thé 1.md']);
  expect(server.of('GET threads/:id/export')[0]?.query).toEqual({ format: 'md' });
  save.mockRestore();
});

it('says why the export failed', async () => {
  await opened([threadCard(1)], {
    'GET threads/:id/export': () => new Refusal(503, 'busy', 'Try again in a minute.'),
  });
  await options('Thread 1', texts.export);
  await click(await findByRole('button', 'Anki cards'));
  await findText('Couldn’t export: Try again in a minute.');
});

const clipboard = (write: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: write },
    configurable: true,
  });

it('copies the link of a thread, or shows it', async () => {
  const written: string[] = [];
  clipboard(async (text) => {
    written.push(text);
  });
  await opened([threadCard(3, { user: id(901) })]);
  await options('Thread 3', texts.copyLink);
  await findText(linkTexts.copied);
  expect(written).toEqual([`${location.origin}/t/thread-3`]);
  clipboard(() => Promise.reject(new Error('Not allowed.')));
  await options('Thread 3', texts.copyLink);
  await findText(linkTexts.copyFailed);
});

const member = (n: number, more: object = {}) => ({
  _id: id(n),
  email: `m${n}@example.org`,
  role: 'viewer',
  name: `Member ${n}`,
  invitedAt: '2026-03-01T12:00:00.000Z',
  ...more,
});
const sharing = async (members: object[], script: Script = {}) => {
  const server = await opened([threadCard(1)], {
    'GET threads/:id/members': () => ({ docs: members }),
    'PATCH threads/:id': () => ({}),
    ...script,
  });
  await options('Thread 1', texts.share);
  await findByRole('dialog', shareTexts.title('Thread 1'));
  await findByRole('list', shareTexts.list);
  return server;
};
const people = () => itemsOf(getByRole('list', shareTexts.list));

it('shares a thread by link, and makes it private again', async () => {
  const server = await sharing([]);
  expect(pageText()).toContain(shareTexts.linkOff);
  await click(getByRole('switch', shareTexts.link));
  await findText(shareTexts.linkOn);
  await click(getByRole('switch', shareTexts.link));
  await findText(shareTexts.linkOff);
  expect(server.of('PATCH threads/:id').map((it) => it.body)).toEqual([
    { visibility: 'link' },
    { visibility: 'private' },
  ]);
});

it('shows the previous state if sharing was refused', async () => {
  await sharing([], {
    'PATCH threads/:id': () => new Refusal(403, 'forbidden', 'Links are turned off here.'),
  });
  await click(getByRole('switch', shareTexts.link));
  await findText('Links are turned off here.');
  expect(getByRole('switch', shareTexts.link).getAttribute('aria-checked')).toBe('false');
});

it('lists members and pending invitations', async () => {
  await sharing([member(1), member(2, { name: null })]);
  const [you, one, two] = people();
  expect(you).toContain(`Ada Lovelace ${shareTexts.you}`);
  expect(one).toContain('Member 1 m1@example.org');
  expect(two).toContain(`m2@example.org ${shareTexts.pending('Mar 01, 2026')}`);
});

it('invites someone by email', async () => {
  const members: object[] = [];
  const server = await sharing(members, {
    'POST threads/:id/members': ({ body }) => {
      const invited = member(5, { ...(body as object), name: null });
      members.push(invited);
      return invited;
    },
  });
  const field = getByRole('textbox', shareTexts.email);
  for (const [text, why] of [
    ['bob', shareTexts.wrongEmail],
    ['ADA@example.org', shareTexts.self],
  ] as const) {
    await type(field, text);
    await click(getByRole('button', shareTexts.invite));
    expect(pageText()).toContain(why);
  }
  await type(field, ' Bob@Example.org ');
  await click(getByRole('button', shareTexts.invite));
  await findText(shareTexts.invited('bob@example.org'));
  expect(server.of('POST threads/:id/members').map((it) => it.body)).toEqual([
    { email: 'bob@example.org', role: 'viewer' },
  ]);
  expect(field).toHaveProperty('value', '');
  expect(people()).toHaveLength(2);
});

it('keeps the address if an invitation is refused, and says why', async () => {
  await sharing([], {
    'POST threads/:id/members': () => new Refusal(429, 'too_many', 'Twenty a day.'),
  });
  await type(getByRole('textbox', shareTexts.email), 'bob@example.org');
  await click(getByRole('button', shareTexts.invite));
  await findText('Twenty a day.');
  expect(getByRole('textbox', shareTexts.email)).toHaveProperty('value', 'bob@example.org');
});

it('changes a role, and removes access', async () => {
  const members = [member(1), member(2)];
  const server = await sharing(members, {
    'POST threads/:id/members': ({ body }) => {
      members.splice(0, 1, member(1, body as object));
      return members[0];
    },
    'DELETE threads/:id/members/:member': () => {
      members.pop();
    },
  });
  const role = getByRole('combobox', shareTexts.roleOf('Member 1'));
  if (role instanceof HTMLSelectElement) role.value = 'editor';
  role.dispatchEvent(new Event('change', { bubbles: true }));
  await findText(shareTexts.changed);
  expect(server.of('POST threads/:id/members')[0]?.body).toMatchObject({ role: 'editor' });
  await click(getByRole('button', shareTexts.remove('Member 2')));
  await findText(shareTexts.removed('Member 2'));
  await expect.poll(people).toHaveLength(2);
});

it('shows a member again whose access could not be removed', async () => {
  await sharing([member(1)], {
    'DELETE threads/:id/members/:member': () => new Refusal(409, 'conflict', 'Not now.'),
  });
  await click(getByRole('button', shareTexts.remove('Member 1')));
  await findText('Not now.');
  await expect.poll(people).toHaveLength(2);
});

it('opens the export from the share dialog', async () => {
  await sharing([]);
  await click(getByRole('button', texts.export));
  await findByRole('dialog', 'Export “Thread 1”');
  await findNoRole('dialog', shareTexts.title('Thread 1'));
});

it('shows the saved threads while the server is unreachable', async () => {
  const server = await opened([threadCard(1, { title: 'Memory' })]);
  await findText('Memory');
  const offline = () => {
    throw new TypeError('offline');
  };
  server.change({ 'GET threads': offline, 'GET me': offline });
  document.body.replaceChildren();
  await render(<ThreadsPage />);
  await findText('Memory');
  expect(queryByRole('heading', texts.failed)).toBeUndefined();
  server.change({ 'GET threads': () => threadPage() });
  await api.threads();
});

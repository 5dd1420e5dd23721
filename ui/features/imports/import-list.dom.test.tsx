import { expect, it } from 'vitest';
import { ImportLive } from '#core/contract/import.ts';
import { lines, Refusal, serveApi } from '#ui/testing/api-stand-in.ts';
import { id, importOf } from '#ui/testing/examples.ts';
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
import { click } from '#ui/testing/user.ts';
import { ImportList } from './import-list.tsx';
import { importTexts as texts, receiptTexts } from './texts.ts';

const live = (n: number, more: object = {}) =>
  ImportLive.parse({
    ...importOf(n),
    stages: {},
    hosts: [],
    perMinute: 0,
    lastErrors: [],
    ...more,
  });
const shown = async (...docs: ReturnType<typeof importOf>[]) => {
  const server = serveApi({ 'GET imports': () => ({ docs }) });
  await render(<ImportList />);
  return server;
};
const names = () =>
  getAllByRole('heading')
    .slice(1)
    .map((it) => it.textContent);

it('is hidden before the first import', async () => {
  await shown();
  expect(pageText()).toBe('');
});

it('shows running imports first, then the latest two until all are requested', async () => {
  await shown(
    importOf(1, { name: 'one', state: 'done' }),
    importOf(2, { name: 'two', state: 'cancelled' }),
    importOf(3, { name: 'three', state: 'done' }),
    importOf(4, { name: 'four', state: 'paused' }),
  );
  await findByRole('heading', texts.title);
  expect(names()).toEqual(['four', 'one', 'two']);
  await click(getByRole('button', texts.all(4)));
  expect(names()).toEqual(['four', 'one', 'two', 'three']);
  await click(getByRole('button', texts.latest));
  expect(names()).toHaveLength(3);
});

it('shows the progress of an import as a bar and as text', async () => {
  await shown(importOf(1, { ready: 3, duplicates: 1, failed: 2, skipped: 1, running: 1 }));
  const bar = await findByRole('progressbar', texts.bar('bookmarks.html'));
  expect(bar.getAttribute('aria-valuenow')).toBe('7');
  expect(bar.getAttribute('aria-valuemax')).toBe('10');
  expect(pageText()).toContain(
    '3 of 10 sources processed · 1 already added · 1 skipped · 2 failed',
  );
});

it('says that an import waits for a network or for disk space', async () => {
  await shown(importOf(1, { waitsFor: 'network' }), importOf(2, { waitsFor: 'disk_space' }));
  await findText(texts.waitsFor.network);
  expect(pageText()).toContain(texts.waitsFor.disk_space);
});

it('follows a running import', async () => {
  await shown(importOf(1));
  await findByRole('progressbar');
  const line = lines().get(`imports/${id(1)}/events`);
  line?.say(
    'import',
    live(1, {
      ready: 6,
      queued: 1,
      perMinute: 12.4,
      secondsLeft: 240,
      hosts: [
        { host: 'example.org', queued: 2, running: 1, done: 3, failed: 1 },
        { host: '', queued: 0, running: 1, done: 0, failed: 0 },
        { host: 'idle.example', queued: 0, running: 0, done: 9, failed: 0 },
        {
          host: 'slow.example',
          queued: 1,
          running: 0,
          done: 0,
          failed: 0,
          heldUntil: '2026-03-01T12:30:00.000Z',
        },
      ],
      lastErrors: [{ input: 'https://gone.example', code: 'gone', message: 'It is gone.' }],
    }),
  );
  await findText('6 of 10 sources processed');
  expect(pageText()).toContain(texts.pace(12));
  expect(pageText()).toContain(texts.minutes(4));
  expect(pageText()).toContain('https://gone.example It is gone.');
  const [one, files, slow, ...more] = itemsOf(getByRole('list', texts.sites));
  expect(one).toContain(texts.siteCount(3, 7));
  expect(files).toContain(texts.files);
  expect(slow).toMatch(/slow\.example.*waits until/);
  expect(more).toEqual([]);
});

it('closes the stream when the import has ended, and fetches the list again', async () => {
  const server = await shown(importOf(1));
  await findByRole('progressbar');
  const before = server.of('GET imports').length;
  lines()
    .get(`imports/${id(1)}/events`)
    ?.say('import', live(1, { state: 'done', ready: 9 }));
  await findText(texts.states.done);
  expect(lines().size).toBe(0);
  await expect.poll(() => server.of('GET imports').length).toBeGreaterThan(before);
});

it('follows at most two imports at once, because a browser has few connections to a server', async () => {
  await shown(importOf(1), importOf(2), importOf(3), importOf(4, { state: 'paused' }));
  await findByRole('heading', texts.title);
  expect([...lines().keys()]).toEqual([`imports/${id(1)}/events`, `imports/${id(2)}/events`]);
});

it('ignores an event that it does not understand', async () => {
  await shown(importOf(1));
  await findByRole('progressbar');
  lines()
    .get(`imports/${id(1)}/events`)
    ?.say('import', { state: 'half' });
  expect(getByRole('progressbar').getAttribute('aria-valuenow')).toBe('4');
});

it('pauses, resumes and retries', async () => {
  const server = await shown(importOf(1, { failed: 2 }), importOf(2, { state: 'paused' }));
  server.change({ 'POST imports/:id/:what': () => importOf(1) });
  await findByRole('heading', texts.title);
  const [running, paused] = getAllByRole('listitem');
  if (!running || !paused) throw new Error('They are not both there.');
  expect(queryByRole('button', texts.resume, running)).toBeUndefined();
  await click(getByRole('button', texts.pause, running));
  await expect.poll(() => server.requests.at(-1)?.path).toBe('imports');
  await click(getByRole('button', texts.retry(2), running));
  await click(getByRole('button', texts.resume, paused));
  await expect
    .poll(() => server.of('POST imports/:id/:what').map((it) => it.path))
    .toEqual([`imports/${id(1)}/pause`, `imports/${id(1)}/retry`, `imports/${id(2)}/resume`]);
});

it('cancels what has not started, after a confirmation', async () => {
  const server = await shown(importOf(1));
  server.change({ 'POST imports/:id/cancel': () => new Refusal(409, 'conflict', 'It is over.') });
  await click(await findByRole('button', texts.cancel));
  const dialog = await findByRole('alertdialog', texts.cancelTitle);
  expect(pageText(dialog)).toContain(texts.cancelText(6));
  await click(getByRole('button', texts.cancelAction, dialog));
  await findText('It is over.');
  expect(server.of('POST imports/:id/cancel')).toHaveLength(1);
});

it('does not offer to cancel a finished import', async () => {
  await shown(importOf(1, { state: 'done' }));
  await findByRole('progressbar');
  expect(queryByRole('button', texts.cancel)).toBeUndefined();
  expect(queryByRole('button', texts.pause)).toBeUndefined();
});

const items = [
  { line: 1, entry: 0, input: 'https://a.example', title: 'A', state: 'added' },
  { line: 2, entry: 0, input: 'https://b.example', state: 'duplicate', of: 'An older page' },
  {
    line: 3,
    entry: 0,
    input: 'https://c.example',
    state: 'failed',
    code: 'gone',
    message: 'It is gone.',
    next: 'Look for a copy.',
  },
];
const receipt = async () => {
  const server = await shown(importOf(1, { state: 'done' }));
  server.change({
    'GET imports/:id': ({ query }) => ({
      ...importOf(1),
      items: items.filter((it) => !query['state'] || it.state === query['state']),
    }),
  });
  await click(await findByRole('button', texts.receipt));
  await findByRole('dialog', receiptTexts.title);
  return server;
};

it('shows the result of each line in the receipt, and what can be done', async () => {
  await receipt();
  await findText('It is gone. Look for a copy.');
  const [added, duplicate, failed] = itemsOf(getByRole('list', receiptTexts.lines));
  expect(added).toBe(`1 A https://a.example ${receiptTexts.states.added}`);
  expect(duplicate).toBe(
    `2 https://b.example ${receiptTexts.sameAs('An older page')} ${receiptTexts.states.duplicate}`,
  );
  expect(failed).toContain(receiptTexts.states.failed);
  const save = getByRole('link', receiptTexts.save);
  expect(save.getAttribute('href')).toBe(`/api/imports/${id(1)}/receipt`);
});

it('filters the receipt by result, and says if there is none', async () => {
  await receipt();
  await findText('It is gone.');
  await click(getByRole('radio', receiptTexts.states.added));
  await expect.poll(() => itemsOf(getByRole('list', receiptTexts.lines))).toHaveLength(1);
  const server = serveApi({ 'GET imports/:id': () => ({ ...importOf(1), items: [] }) });
  await click(getByRole('radio', receiptTexts.states.duplicate));
  await findText(receiptTexts.none);
  expect(server.requests.at(-1)?.query).toMatchObject({ state: 'duplicate' });
});

it('loads long receipts page by page', async () => {
  const server = await shown(importOf(1, { state: 'done' }));
  const page = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      line: from + n,
      entry: 0,
      input: `https://example.org/${from + n}`,
      state: 'added',
    }));
  server.change({
    'GET imports/:id': ({ query }) => ({
      ...importOf(1),
      items: query['after'] ? page(201, 3) : page(1, 200),
    }),
  });
  await click(await findByRole('button', texts.receipt));
  await click(await findByRole('button', receiptTexts.more));
  await findText('https://example.org/203');
  expect(server.of('GET imports/:id').at(-1)?.query).toMatchObject({ after: '200.0' });
  await findNoRole('button', receiptTexts.more);
});

it('says why a receipt could not be loaded', async () => {
  const server = await shown(importOf(1, { state: 'done' }));
  server.change({ 'GET imports/:id': () => new Refusal(403, 'forbidden', 'Not yours.') });
  await click(await findByRole('button', texts.receipt));
  await findByRole('heading', receiptTexts.failed);
  expect(pageText()).toContain('Not yours.');
});

import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import type { Source } from '#core/contract/source.ts';
import {
  id,
  me,
  pdfSource,
  threadCard,
  threadPage,
  videoSource,
  webSource,
} from '#ui/testing/examples.ts';
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
import { catchUploads } from '#ui/testing/uploads.ts';
import { choose, click, giveFiles, press, type } from '#ui/testing/user.ts';
import { HomePage } from './home-page.tsx';
import { homeTexts as texts } from './texts.ts';

const NEW = { _id: id(70), url: 'new-thread', title: 'New' };
const opened = async (script: Script = {}) => {
  const server = serveApi({
    'GET me': () => me(),
    'GET threads': () => threadPage(threadCard(1), threadCard(2)),
    'POST threads': () => NEW,
    'DELETE threads/:id': () => ({}),
    'POST thread/addSource': () => ({ thread_sources: [{ source: id(10) }], added: [id(10)] }),
    ...script,
  });
  const page = (
    <Routes>
      <Route path="/" element={<HomePage>Threads</HomePage>} />
      <Route path="*" element={null} />
    </Routes>
  );
  await render(page);
  return server;
};
const box = () => getByRole('textbox', texts.box);
const at = () => location.pathname + location.search;
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

it('creates a thread from a pasted link and opens it', async () => {
  const server = await opened();
  await type(box(), ' https://example.org/wiki/Spacing_effect ');
  expect(queryByRole('button', texts.ask)).toBeUndefined();
  await press('Enter', { on: box() });
  await expect.poll(at).toBe(`/t/new-thread?source=${id(10)}`);
  expect(server.of('POST threads')[0]?.body).toEqual({ title: 'Spacing effect' });
  expect(server.of('POST thread/addSource')[0]?.body).toEqual({
    threadId: id(70),
    url: 'https://example.org/wiki/Spacing_effect',
  });
});

it('adds several links to a chosen thread', async () => {
  const server = await opened();
  await type(box(), 'https://example.org/a\nhttps://example.org/b');
  await choose(await findByRole('combobox', texts.into), 'Thread 2');
  await click(getByRole('button', texts.addMany(2)));
  await expect.poll(at).toBe(`/t/thread-2?source=${id(10)}`);
  expect(server.of('POST threads')).toEqual([]);
  expect(server.of('POST thread/addSource')[0]?.body).toMatchObject({ threadId: id(2) });
});

it('lets the server open a playlist', async () => {
  const server = await opened({
    'POST imports': () => ({ _id: id(80), total: 1, resumed: false }),
  });
  const url = 'https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs';
  await type(box(), url);
  await click(getByRole('button', texts.add));
  await expect.poll(at).toBe('/t/new-thread');
  expect(server.of('POST imports')[0]?.body).toMatchObject({
    threadId: id(70),
    items: [{ kind: 'listing', url }],
  });
});

it('says why a link was not added, keeps it, and leaves no empty thread', async () => {
  const server = await opened({
    'POST thread/addSource': () => new Refusal(400, 'invalid', 'This link leads nowhere.'),
  });
  await type(box(), 'https://example.org/a');
  await press('Enter', { on: box() });
  await findText('This link leads nowhere.');
  expect(at()).toBe('/');
  expect(box()).toHaveProperty('value', 'https://example.org/a');
  expect(server.of('DELETE threads/:id')[0]?.path).toBe(`threads/${id(70)}`);
});

it('uploads chosen files to a new thread', async () => {
  const uploads = catchUploads();
  const server = await opened({
    'GET thread/v1/file/:id': ({ query }) => ({
      fileKey: `key-${query['name']}`,
      uploadURL: '/files/a',
      fileURL: '/files/a',
      headers: {},
    }),
  });
  const input = document.querySelector('input[type=file]') ?? document.body;
  await giveFiles(input, pdf('field_notes.pdf'), pdf('other.pdf'));
  expect(itemsOf(getByRole('list', texts.added))).toEqual(['field_notes.pdf', 'other.pdf']);
  await click(getByRole('button', texts.remove('other.pdf')));
  await press('Enter', { on: box() });
  await expect.poll(() => uploads).toHaveLength(1);
  uploads[0]?.end(200);
  await expect.poll(at).toBe(`/t/new-thread?source=${id(10)}`);
  expect(server.of('POST threads')[0]?.body).toEqual({ title: 'Field notes' });
  expect(server.of('POST thread/addSource')[0]?.body).toMatchObject({
    sourceType: 'pdf',
    fileKey: 'key-field_notes.pdf',
  });
});

it('says which file could not be uploaded, and why', async () => {
  const uploads = catchUploads();
  await opened({
    'GET thread/v1/file/:id': () => ({
      fileKey: 'key',
      uploadURL: '/files/a',
      fileURL: '/files/a',
      headers: {},
    }),
  });
  await giveFiles(document.querySelector('input[type=file]') ?? document.body, pdf('a.pdf'));
  await press('Enter', { on: box() });
  await expect.poll(() => uploads).toHaveLength(1);
  uploads[0]?.end(413, JSON.stringify({ code: 'too_large', message: 'It is too large.' }));
  await findText('It is too large.');
  expect(at()).toBe('/');
});

const STREAM = [
  ['start', { answer_id: id(60) }],
  ['message', 'Spacing works.'],
  ['done', { timeTaken: 5, model: 'offline' }],
]
  .map(([event, data]) => `event: ${String(event)}\ndata: ${JSON.stringify(data)}\n\n`)
  .join('');

it('asks the library and shows the answer below', async () => {
  const server = await opened({
    'POST ai/v2/chat/library': () =>
      new Response(STREAM, { headers: { 'Content-Type': 'text/event-stream' } }),
  });
  await type(box(), 'What does https://example.org/a say of spacing?');
  expect(getByRole('button', texts.add)).toBeDefined();
  await press('Enter', { on: box() });
  await findText('Spacing works.');
  expect(server.of('POST ai/v2/chat/library')[0]?.body).toMatchObject({
    query: 'What does https://example.org/a say of spacing?',
    scope: { all: true },
  });
  expect(box()).toHaveProperty('value', '');
  expect(at()).toBe('/');
  await click(await findByRole('button', 'Close'));
  expect(pageText()).not.toContain('Spacing works.');
  expect(document.activeElement).toBe(box());
});

it('is focused with /, and accepts files dropped anywhere', async () => {
  await opened();
  await press('/');
  expect(document.activeElement).toBe(box());
  const drop = (type: string) =>
    document.body.dispatchEvent(
      Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
        dataTransfer: { types: ['Files'], files: [pdf('dropped.pdf')] },
        relatedTarget: null,
      }),
    );
  drop('dragover');
  await expect.poll(() => box().getAttribute('placeholder')).toBe(texts.drop);
  drop('drop');
  await expect.poll(() => itemsOf(getByRole('list', texts.added))).toEqual(['dropped.pdf']);
});

const openedSource = (source: Source, reading: object = {}) => ({
  source,
  thread_url: 'memory',
  thread_title: 'Memory',
  reading: { openedAt: '2026-03-01T12:00:00.000Z', ...reading },
});
const recent = (kind: string, more: object = {}) => ({
  kind,
  _id: `${kind}-1`,
  createdAt: '2026-03-01T12:00:00.000Z',
  thread_id: id(1),
  thread_url: 'memory',
  thread_title: 'Memory',
  text: `What the ${kind} says.`,
  ...more,
});

it('links to the last opened source, if there is one', async () => {
  await opened({
    'GET home': () => ({
      reading: [
        openedSource(pdfSource(10), { position: 3, share: 0.25 }),
        openedSource(webSource(11), { position: 12, share: 0.5 }),
        openedSource(videoSource(12)),
      ],
      recent: [],
    }),
  });
  const list = await findByRole('list', texts.reading);
  expect(itemsOf(list)).toEqual([
    'Paper 10 page 3 · 25% read Memory',
    'Page 11 50% read Memory',
    'Video 12 A channel Memory',
  ]);
  expect(getAllByRole('link', undefined, list).map((it) => it.getAttribute('href'))).toEqual([
    `/t/memory?source=${id(10)}`,
    `/t/memory?source=${id(11)}&p=12`,
    `/t/memory?source=${id(12)}`,
  ]);
  expect(pageText()).toContain(texts.noneRecent);
});

it('lists the latest clips and answers as links', async () => {
  await opened({
    'GET home': () => ({
      reading: [],
      recent: [
        recent('clip', {
          source_id: id(10),
          source_title: 'Paper',
          place: { medium: 'paged', page: 3, quote: 'x', prefix: '', suffix: '' },
        }),
        recent('answer', { question: 'Why?' }),
      ],
    }),
  });
  const list = await findByRole('list', texts.recent);
  expect(itemsOf(list)[0]).toMatch(/^Clip What the clip says\. Paper/);
  expect(itemsOf(list)[1]).toMatch(/^Answer Why\? What the answer says\. Memory/);
  expect(getAllByRole('link', undefined, list).map((it) => it.getAttribute('href'))).toEqual([
    `/t/memory?source=${id(10)}&page=3&note=clip-1`,
    '/t/memory?answer=answer-1',
  ]);
  expect(queryByRole('list', texts.reading)).toBeUndefined();
});

it('only has the box and the threads for new users', async () => {
  const server = await opened({ 'GET home': () => ({ reading: [], recent: [] }) });
  await expect.poll(() => server.of('GET home').length).toBe(1);
  expect(queryByRole('heading', texts.recent)).toBeUndefined();
  expect(pageText()).toContain('Threads');
});

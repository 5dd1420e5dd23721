import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { keys } from '#ui/client/queries.ts';
import { makeQueryClient } from '#ui/client/queries.ts';
import { applyThreadUpdate } from '#ui/client/thread-cache.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, pdfSource, thread, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
  settle,
} from '#ui/testing/screen.tsx';
import { catchUploads } from '#ui/testing/uploads.ts';
import { click, giveFiles, press, type } from '#ui/testing/user.ts';
import { AddSourceDialog } from './add-dialog.tsx';
import { listingTexts } from './texts/listing.ts';
import { addTexts as texts } from './texts/add.ts';

const MEMORY = thread(1, { title: 'Memory', thread_source_data: [webSource(10)] });
const PLAYLIST = 'https://www.youtube.com/playlist?list=PL123';

function Opened({ onAdded }: { onAdded: (sources: Source[]) => void }) {
  const [open, setOpen] = useState(true);
  const { data = MEMORY } = useQuery<Thread>({
    queryKey: keys.thread(MEMORY.url),
    queryFn: skipToken,
  });
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open it
      </button>
      <AddSourceDialog open={open} onOpenChange={setOpen} thread={data} onAdded={onAdded} />
    </>
  );
}

const opened = async (script: Script = {}) => {
  const cache = makeQueryClient();
  cache.setQueryData(keys.thread(MEMORY.url), MEMORY);
  const added: Source[][] = [];
  const server = serveApi({
    'GET sources': () => ({ docs: [webSource(10), webSource(20), pdfSource(21)], next: null }),
    'POST thread/addSource': () => ({
      thread_sources: [{ source: id(10) }, { source: id(30) }],
      added: [id(30)],
    }),
    'POST thread/loadSourceData': ({ body }) =>
      webSource(Number((body as { sourceId: string }).sourceId.slice(-3))),
    ...script,
  });
  await render(<Opened onAdded={(sources) => added.push(sources)} />, { cache });
  await findByRole('dialog', 'Add source');
  /** The server reports that the thread only has this source. */
  const holdOnly = async (n: number) => {
    applyThreadUpdate(cache, MEMORY._id, {
      ...MEMORY,
      thread_sources: [{ source: webSource(n)._id }],
    });
    await settle();
  };
  return { server, added, holdOnly };
};
const field = () => getByRole('textbox', 'Paste links or search your sources');
const add = () => getByRole('button', 'Add');
const toBeAdded = () => {
  const list = queryByRole('list', texts.list);
  return list ? itemsOf(list) : [];
};

it('lists the pasted links, each once, and counts them', async () => {
  await opened();
  expect(add()).toHaveProperty('disabled', true);
  await type(field(), 'https://www.example.org/a example.com\nhttps://www.example.org/a');
  expect(toBeAdded()).toEqual(['example.org/a', 'example.com/']);
  expect(pageText()).toContain(texts.count(2));
  expect(add()).toHaveProperty('disabled', false);
});

it('adds them, closes, and returns the sources that are new in the thread', async () => {
  const { server, added } = await opened();
  await type(field(), 'https://example.org/a');
  await click(add());
  await findNoRole('dialog');
  await expect.poll(() => added.map((it) => it.map(({ _id }) => _id))).toEqual([[id(30)]]);
  expect(server.of('POST thread/addSource')[0]?.body).toEqual({
    threadId: id(1),
    url: 'https://example.org/a',
  });
});

it('submits with Enter, while Shift+Enter starts a new line', async () => {
  const { server } = await opened();
  await type(field(), 'https://example.org/a');
  expect(await press('Enter', { shiftKey: true, on: field() })).toBe(false);
  expect(server.of('POST thread/addSource')).toHaveLength(0);
  await press('Enter', { on: field() });
  await expect.poll(() => server.of('POST thread/addSource')).toHaveLength(1);
});

it('removes a link, and keeps the text typed next to it', async () => {
  await opened();
  await type(field(), 'https://example.org/a memory https://example.org/b');
  await click(getByRole('button', texts.remove('example.org/a')));
  expect(field()).toHaveProperty('value', 'https://example.org/b\nmemory');
  expect(toBeAdded()).toEqual(['example.org/b', "memory Not a link, so it won't be added"]);
});

it('shows library sources that are not in the thread, and picks some', async () => {
  const { server } = await opened();
  await findByRole('heading', texts.recent);
  const yours = getByRole('region', texts.yours);
  expect(itemsOf(yours)).toEqual(['Page 20 Web · example.org', 'Paper 21 PDF · example.org']);
  await click(getByRole('button', /^Paper 21/, yours));
  expect(toBeAdded()).toEqual(['Paper 21']);
  await expect.poll(() => itemsOf(getByRole('region', texts.yours))).toHaveLength(1);
  await click(add());
  await expect
    .poll(() => server.of('POST thread/addSource')[0]?.body)
    .toEqual({ threadId: id(1), sourceId: id(21) });
});

it('searches the library while typing, and clears the text when a source is picked', async () => {
  const { server } = await opened();
  await type(field(), 'paper');
  await expect.poll(() => server.of('GET sources').at(-1)?.query).toMatchObject({ query: 'paper' });
  await findByRole('heading', texts.inLibrary);
  await press('ArrowDown', { on: field() });
  expect(document.activeElement?.textContent).toContain('Page 20');
  await press('ArrowDown');
  expect(document.activeElement?.textContent).toContain('Paper 21');
  await press('Enter');
  expect(field()).toHaveProperty('value', '');
  expect(toBeAdded()).toEqual(['Paper 21']);
});

it('says that nothing in the library matches', async () => {
  await opened({
    'GET sources': ({ query }) => ({ docs: query['query'] ? [] : [webSource(20)], next: null }),
  });
  await type(field(), 'alchemy');
  await findText(texts.noMatch);
});

it('does not search while there are links', async () => {
  await opened();
  await findByRole('heading', texts.recent);
  await type(field(), 'https://example.org/a');
  expect(queryByRole('region', texts.yours)).toBeUndefined();
});

it('reopens with what was typed if the server refuses, and says why at the link', async () => {
  const refused = () =>
    Response.json(
      {
        code: 'unsupported_url',
        message: 'This address cannot be added.',
        details: [{ field: 'https://example.org/b', message: 'It is an intranet address.' }],
      },
      { status: 422 },
    );
  await opened({ 'POST thread/addSource': refused });
  await type(field(), 'https://example.org/a https://example.org/b');
  await click(add());
  await findText('It is an intranet address.');
  expect(field()).toHaveProperty('value', 'https://example.org/a https://example.org/b');
  expect(toBeAdded()).toEqual(['example.org/b It is an intranet address.', 'example.org/a']);
  await type(field(), 'https://example.org/a');
  expect(pageText()).not.toContain('It is an intranet address.');
});

it('keeps what was typed if the server is unreachable', async () => {
  await opened({
    'POST thread/addSource': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await type(field(), 'https://example.org/a');
  await click(add());
  await findText(texts.unreached);
  expect(field()).toHaveProperty('value', 'https://example.org/a');
});

it('says that a source is already in the thread, and shows it', async () => {
  const { added } = await opened({
    'POST thread/addSource': () => ({ thread_sources: [{ source: id(10) }], added: [id(10)] }),
  });
  await type(field(), 'https://example.org/page-10');
  await click(add());
  await findText(texts.duplicate('Page 10'));
  expect(added.map((it) => it.map(({ _id }) => _id))).toEqual([[id(10)]]);
});

it('names a source that is already in the thread among new ones, and offers to open it', async () => {
  const { added } = await opened({
    'POST thread/addSource': () => ({
      thread_sources: [{ source: id(10) }, { source: id(30) }],
      added: [id(10), id(30)],
    }),
  });
  await type(field(), 'https://example.org/page-10 https://example.org/a');
  await click(add());
  await findText(texts.duplicate('Page 10'));
  await click(getByRole('button', texts.open));
  expect(added.map((it) => it.map(({ _id }) => _id))).toEqual([[id(30)], [id(10)]]);
});

it('names the source that an added one duplicates, once it was processed', async () => {
  let isMerged = false;
  const { added, holdOnly } = await opened({
    'POST thread/loadSourceData': ({ body }) =>
      (body as { sourceId: string }).sourceId === id(30) && isMerged
        ? webSource(10)
        : webSource(30, { status: { transcript: 0, embedding: 0, webpage_processing: 1 } }),
  });
  await type(field(), 'https://example.org/copy');
  await click(add());
  await expect.poll(() => added.length).toBe(1);
  expect(pageText()).not.toContain(texts.duplicate('Page 10'));
  isMerged = true;
  await holdOnly(10);
  await findText(texts.duplicate('Page 10'));
  await click(getByRole('button', texts.open));
  expect(added.at(-1)?.map(({ _id }) => _id)).toEqual([id(10)]);
});

it('keeps what was typed over a reload, until it is added', async () => {
  const { server } = await opened();
  await type(field(), 'https://example.org/a');
  expect(sessionStorage.getItem(`gloss-add:${id(1)}`)).toBe('https://example.org/a');
  await click(add());
  await expect.poll(() => server.of('POST thread/addSource')).toHaveLength(1);
  await expect.poll(() => sessionStorage.getItem(`gloss-add:${id(1)}`)).toBeNull();
});

it('restores what was typed before a reload', async () => {
  sessionStorage.setItem(`gloss-add:${id(1)}`, 'https://example.org/kept');
  await opened();
  expect(toBeAdded()).toEqual(['example.org/kept']);
});

it('opens a playlist, and adds the chosen videos', async () => {
  const entry = (n: number, verdict: string) => ({
    line: n,
    url: `https://www.youtube.com/watch?v=v${n}`,
    title: `Video ${n}`,
    verdict,
  });
  const { server } = await opened({
    'POST imports/listing': () => ({
      format: 'listing',
      label: 'A course',
      entries: [entry(1, 'new'), entry(2, 'known'), entry(3, 'new'), entry(4, 'repeated')],
      unread: [],
      totals: { new: 2, known: 1, repeated: 1, listing: 0, bookmark: 0, unreadable: 0 },
    }),
  });
  await type(field(), PLAYLIST);
  await findText('A course 3 videos');
  await click(getByRole('button', listingTexts.show('A course')));
  await click(getByRole('checkbox', listingTexts.use('Video 3')));
  expect(pageText()).toContain(listingTexts.chosen(2, 3));
  await click(getByRole('button', listingTexts.all));
  await click(getByRole('button', listingTexts.none));
  expect(add()).toHaveProperty('disabled', true);
  await click(getByRole('checkbox', listingTexts.use('Video 1')));
  await click(add());
  await expect
    .poll(() => server.of('POST thread/addSource')[0]?.body)
    .toEqual({ threadId: id(1), url: 'https://www.youtube.com/watch?v=v1' });
});

it('waits for a playlist, and says why it could not be opened', async () => {
  const { server } = await opened({
    'POST imports/listing': () => new Refusal(422, 'private', 'This playlist is private.'),
  });
  await type(field(), PLAYLIST);
  await findText('This playlist is private.');
  expect(add()).toHaveProperty('disabled', true);
  await click(getByRole('button', listingTexts.retry));
  await expect.poll(() => server.of('POST imports/listing')).toHaveLength(2);
  await click(await findByRole('button', texts.remove(PLAYLIST)));
  expect(toBeAdded()).toEqual([]);
});

const TOO_LARGE = JSON.stringify({ code: 'too_large', message: 'It is too large.' });
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const chooser = () => document.querySelector('input[type=file]') ?? document.body;
const uploadScript: Script = {
  'GET thread/v1/file/:id': ({ query }) => ({
    fileKey: `key-${query['name']}`,
    uploadURL: `/files/${query['name']}`,
    fileURL: `/files/${query['name']}`,
    headers: {},
  }),
};

it('uploads files, two at once, and adds them when they are uploaded', async () => {
  const uploads = catchUploads();
  const { server } = await opened(uploadScript);
  await giveFiles(chooser(), pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
  expect(toBeAdded()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  await click(add());
  await expect.poll(() => uploads).toHaveLength(2);
  uploads[0]?.progress(0.5);
  await findText('a.pdf 50%');
  expect(getByRole('progressbar', texts.uploadOf('a.pdf')).getAttribute('aria-valuenow')).toBe(
    '50',
  );
  uploads[0]?.end(200);
  await findText(texts.uploading(1, 3));
  await expect.poll(() => uploads).toHaveLength(3);
  uploads[1]?.end(200);
  uploads[2]?.end(200);
  await findNoRole('dialog');
  expect(server.of('POST thread/addSource')[0]?.body).toMatchObject({
    sources: ['a', 'b', 'c'].map((it) => ({ sourceType: 'pdf', fileKey: `key-${it}.pdf` })),
  });
});

it('stays open with a file that could not be uploaded, and says why', async () => {
  const uploads = catchUploads();
  const { server } = await opened(uploadScript);
  await giveFiles(chooser(), pdf('a.pdf'), pdf('b.pdf'));
  await click(add());
  await expect.poll(() => uploads).toHaveLength(2);
  uploads[0]?.end(413, TOO_LARGE);
  uploads[1]?.end(200);
  await expect.poll(toBeAdded).toEqual(['a.pdf It is too large.']);
  expect(server.of('POST thread/addSource')[0]?.body).toMatchObject({ fileKey: 'key-b.pdf' });
  expect(queryByRole('dialog')).toBeDefined();
});

it('cancels an upload', async () => {
  const uploads = catchUploads();
  const { server } = await opened(uploadScript);
  await giveFiles(chooser(), pdf('a.pdf'));
  await click(add());
  await expect.poll(() => uploads).toHaveLength(1);
  await click(getByRole('button', texts.cancelUpload('a.pdf')));
  await expect.poll(toBeAdded).toEqual([]);
  expect(server.of('POST thread/addSource')).toHaveLength(0);
});

it('accepts a file once, and rejects files of other types', async () => {
  await opened();
  const same = pdf('a.pdf');
  await giveFiles(chooser(), same, new File(['hello'], 'a.rtf', { type: 'application/rtf' }));
  await findText(texts.wrongFile);
  await giveFiles(chooser(), same);
  expect(toBeAdded()).toEqual(['a.pdf']);
});

import { expect, it, vi } from 'vitest';
import { Route, Routes } from 'react-router';
import { matchOnly } from '#ui/testing/browser-parts.ts';
import { Refusal, type Script } from '#ui/testing/api-stand-in.ts';
import { id, me, pdfSource, videoSource, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { historyTexts } from '#ui/viewer/history/texts.ts';
import { SourcePage } from './source-page.tsx';
import { serveLibrary } from './testing/library-server.ts';
import { libraryTexts, manyTexts, sourceTexts as texts } from './texts.ts';

/** The viewer has a heading with the same name once it has loaded. */
const findTitle = (title: string) =>
  vi.waitFor(() => expect(queryByRole('heading', title)).toBeDefined(), 10_000);

const page = (
  <Routes>
    <Route path="/library/:id" element={<SourcePage />} />
    <Route path="*" element={<p>Elsewhere</p>} />
  </Routes>
);
const UNREAD = {
  status: { transcript: 0, embedding: 2, webpage_processing: 2 },
  error: { code: 'fetch_failed', message: 'The site did not answer.' },
};
const opened = async (source = webSource(1, UNREAD), script: Script = {}, at?: string) => {
  const server = serveLibrary([source], {
    'GET me': () => me(),
    'GET sources/:id': () => source,
    'GET sources/:id/uses': () => ({ threads: [], places: [], total: 0 }),
    'GET sources/:id/versions': () => ({ versions: [] }),
    ...script,
  });
  const { unmount } = await render(page, { at: at ?? `/library/${source._id}` });
  return { ...server, unmount };
};
const facts = () => {
  const list = document.querySelector('dl');
  return list ? pageText(list) : '';
};

it('shows the details of a source', async () => {
  await opened(
    pdfSource(1, {
      title: 'On memory',
      author: 'Ada Lovelace',
      language: 'de',
      publishedAt: '2025-05-04',
      addedAt: '2026-01-02T12:00:00.000Z',
      folders: ['Reading', 'Reading / 2026'],
      ownNote: 'Look at page 3',
      moved: {
        from: 'https://example.org/paper-1.pdf',
        to: 'https://example.net/memory.pdf',
        at: '2026-02-01T12:00:00.000Z',
      },
      ...UNREAD,
    }),
  );
  await findTitle('On memory');
  expect(document.title).toBe(texts.page('On memory'));
  const known = facts();
  for (const fact of [
    `${texts.kind} PDF`,
    `${texts.author} Ada Lovelace`,
    `${texts.length} ${texts.pages(12)}`,
    `${texts.language} German`,
    `${texts.published} May 04, 2025`,
    `${texts.saved} Jan 02, 2026`,
    `${texts.folders} Reading · Reading / 2026`,
    `${texts.moved} https://example.net/memory.pdf`,
    `${texts.original} example.org/paper-1.pdf`,
  ])
    expect(known).toContain(fact);
});

it('shows and changes the fields of its owner', async () => {
  const source = webSource(1, {
    title: 'The title of the page',
    ownTitle: 'Mine',
    ownNote: 'Look at page 3',
    flags: ['favorite'],
    ...UNREAD,
  });
  const server = await opened(source, { 'PATCH sources/:id': () => source });
  await findTitle('Mine');
  const own = await findByRole('region', texts.own);
  expect(pageText(own)).toContain(texts.pageTitle('The title of the page'));
  const [title, note] = [
    getByRole('textbox', texts.ownTitle, own),
    getByRole('textbox', texts.ownNote, own),
  ] as [HTMLInputElement, HTMLTextAreaElement];
  expect([title.value, note.value]).toEqual(['Mine', 'Look at page 3']);
  const mark = (name: string) => getByRole('button', name, own);
  expect(mark(libraryTexts.flags.favorite).getAttribute('aria-pressed')).toBe('true');
  await click(mark(libraryTexts.flags.toread));
  await expect
    .poll(() => server.of('PATCH sources/:id').at(-1)?.body)
    .toEqual({ flags: ['favorite', 'toread'] });
  await type(title, ' ');
  await press('Enter', { on: title });
  await expect.poll(() => server.of('PATCH sources/:id').at(-1)?.body).toEqual({ ownTitle: null });
});

it('changes its folder and the date it was saved', async () => {
  const source = webSource(1, {
    title: 'A page',
    folder: 'Work',
    addedAt: '2019-05-01T12:00:00.000Z',
    ...UNREAD,
  });
  const server = await opened(source, { 'PATCH sources/:id': () => source });
  const last = () => server.of('PATCH sources/:id').at(-1)?.body;
  const own = await findByRole('region', texts.own);
  const folder = getByRole('textbox', texts.folder, own) as HTMLInputElement;
  const day = [...own.querySelectorAll('input')].find(({ type }) => type === 'date');
  if (!day) throw new Error('There is no field for the day.');
  expect([folder.value, day.value]).toEqual(['Work', '2019-05-01']);
  await type(folder, 'Work/Rivers');
  await press('Enter', { on: folder });
  await expect.poll(last).toEqual({ folder: 'Work/Rivers' });
  await type(day, '2020-02-29');
  await press('Enter', { on: day });
  await expect.poll(last).toEqual({ addedAt: '2020-02-29' });
});

it('shows the channel of a video once, its length, and the origin of its transcript', async () => {
  await opened(
    videoSource(1, {
      author: 'A channel',
      duration: 3723,
      language: 'und',
      transcript: { kind: 'people', language: 'en', score: 1, warnings: [] },
      publishedAt: 'lately',
    }),
    { 'GET sources/:id/transcript': () => new Refusal(404, 'not_found', 'None.') },
  );
  await findTitle('Video 1');
  const known = facts();
  expect(known).toContain(`${texts.length} 01:02:03`);
  expect(known).toContain(`${texts.transcript} ${texts.transcripts.people}`);
  expect(known.match(/A channel/g)).toHaveLength(1);
  expect(known).not.toContain(texts.language);
  expect(known).not.toContain(texts.published);
});

it('shows what is wrong with a source, and retries', async () => {
  const server = await opened(webSource(1, UNREAD), { 'POST sources/:id/retry': () => ({}) });
  const section = await findByRole('region', texts.status);
  expect(pageText(section)).toContain('The site did not answer.');
  await click(getByRole('button', texts.retry, section));
  await expect.poll(() => server.of('POST sources/:id/retry')).toHaveLength(1);
});

it('says that the source does not exist', async () => {
  await opened(webSource(1), {
    'GET sources/:id': () => new Refusal(404, 'not_found', 'There is none.'),
  });
  await findByRole('heading', texts.absent);
  expect(getByRole('link', texts.toLibrary).getAttribute('href')).toBe('/library');
  expect(queryByRole('button', texts.retry)).toBeUndefined();
});

it('retries a source that could not be loaded', async () => {
  const server = await opened(webSource(1, UNREAD), {
    'GET sources/:id': () => new Refusal(403, 'forbidden', 'Not today.'),
  });
  await findByRole('heading', texts.unread);
  server.change({ 'GET sources/:id': () => webSource(1, UNREAD) });
  await click(getByRole('button', texts.retry));
  await findTitle('Page 1');
  expect(queryByRole('heading', texts.unread)).toBeUndefined();
});

it('links to an earlier source with nearly the same text', async () => {
  await opened(webSource(1, { ...UNREAD, similarTo: { _id: id(5), title: 'The same story' } }));
  const link = await findByRole('link', 'The same story');
  expect(link.getAttribute('href')).toBe(`/library/${id(5)}`);
});

it('shows where it is used: threads, and each passage that quotes it', async () => {
  await opened(webSource(1, UNREAD), {
    'GET sources/:id/uses': () => ({
      threads: [{ _id: id(50), url: 'memory', title: 'Memory' }],
      places: [
        {
          what: 'clip',
          quote: 'spacing helps',
          place: { medium: 'flow', paragraph: 3, quote: 'spacing helps', prefix: '', suffix: '' },
          threadId: id(50),
          nodeId: 'block 1',
        },
        {
          what: 'highlight',
          quote: 'forgetting',
          place: { medium: 'flow', paragraph: 9, quote: 'forgetting', prefix: '', suffix: '' },
        },
      ],
      total: 12,
    }),
  });
  const region = await findByRole('region', texts.uses);
  const thread = await findByRole('link', 'Memory', region);
  expect(thread.getAttribute('href')).toBe(`/t/memory?source=${id(1)}`);
  const places = getByRole('list', texts.places, region);
  expect(itemsOf(places)[0]).toBe(
    `${texts.what.clip} ${texts.inThread('Memory')} paragraph 3 spacing helps`,
  );
  const [clip, highlight] = [...places.querySelectorAll('a')].map((it) => it.getAttribute('href'));
  expect(clip).toBe(`/t/memory?source=${id(1)}&p=3&note=block%201`);
  expect(highlight).toBe(`/library/${id(1)}?source=${id(1)}&p=9`);
  expect(pageText(region)).toContain(texts.morePlaces(10));
});

it('says that it is not used yet, or that its uses could not be loaded', async () => {
  const server = await opened();
  await findText(texts.noPlaces);
  expect(pageText()).toContain(texts.noThreads);
  server.change({ 'GET sources/:id/uses': () => new Refusal(403, 'forbidden', 'Not today.') });
  await server.unmount();
  await render(page, { at: `/library/${id(1)}` });
  await findText(texts.usesFailed('Not today.'));
});

it('adds and removes tags before the server has responded', async () => {
  const answer = Promise.withResolvers<object>();
  const server = await opened(webSource(1, { ...UNREAD, tags: ['old'] }), {
    'POST sources/many': () => answer.promise,
  });
  const section = await findByRole('region', texts.tags);
  const tags = () => itemsOf(getByRole('list', texts.tags, section));
  await type(getByRole('textbox', texts.addTag, section), '#to read, old, chemistry');
  await press('Enter', { on: getByRole('textbox', texts.addTag, section) });
  expect(tags()).toEqual(['old', 'to read', 'chemistry']);
  await expect
    .poll(() => server.of('POST sources/many')[0]?.body)
    .toEqual({
      what: 'tag',
      ids: [id(1)],
      add: ['to read', 'old', 'chemistry'],
      remove: [],
    });
  expect(getByRole('textbox', texts.addTag, section)).toHaveProperty('value', '');
  await click(getByRole('button', texts.removeTag('old'), section));
  expect(tags()).toEqual(['to read', 'chemistry']);
  answer.resolve({ done: [id(1)], left: [] });
});

it('restores the tags if saving failed, and keeps what was typed', async () => {
  await opened(webSource(1, { ...UNREAD, tags: ['old'] }), {
    'POST sources/many': () => new Refusal(429, 'too_many', 'Slow down.'),
  });
  const section = await findByRole('region', texts.tags);
  await type(getByRole('textbox', texts.addTag, section), 'new');
  await press('Enter', { on: getByRole('textbox', texts.addTag, section) });
  await findText(texts.tagFailed('Slow down.'));
  expect(itemsOf(getByRole('list', texts.tags, section))).toEqual(['old']);
  expect(getByRole('textbox', texts.addTag, section)).toHaveProperty('value', 'new');
});

it('has no refresh for an uploaded file', async () => {
  await opened(pdfSource(1, { ...UNREAD, canonicalUrl: 'upload:abc', sourceUrl: undefined }));
  await findText(texts.upload);
  expect(queryByRole('button', historyTexts.refresh)).toBeUndefined();
});

it('deletes the source after a confirmation, and returns to the library', async () => {
  const server = await opened();
  await click(await findByRole('button', texts.delete));
  const dialog = await findByRole('alertdialog', texts.deleteTitle('Page 1'));
  await click(getByRole('button', texts.deleteAction, dialog));
  await expect.poll(() => location.pathname).toBe('/library');
  expect(server.of('POST sources/many')[0]?.body).toEqual({ what: 'trash', ids: [id(1)] });
  await findText(texts.deleted);
});

it('adds the source to a thread and opens it there', async () => {
  const server = await opened();
  await click(await findByRole('button', manyTexts.thread));
  await click(await findByRole('menuitem', 'Memory'));
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(`/t/thread-801?source=${id(1)}`);
  expect(server.of('POST sources/many')[0]?.body).toMatchObject({ threadId: id(801) });
});

it('remembers in this browser that the details are hidden', async () => {
  const { unmount } = await opened();
  await findByRole('complementary', texts.about);
  await click(getByRole('button', texts.hideAbout));
  expect(queryByRole('complementary', texts.about)).toBeUndefined();
  await unmount();
  await render(page, { at: `/library/${id(1)}` });
  await click(await findByRole('button', texts.showAbout));
  await findByRole('complementary', texts.about);
});

it('shows the details in a tab if there is no room next to the source', async () => {
  matchOnly('(max-width: 639px)');
  await opened();
  await click(await findByRole('tab', texts.about));
  await findByRole('region', texts.status);
  expect(queryByRole('button', texts.hideAbout)).toBeUndefined();
});

import { expect, it, vi } from 'vitest';
import { Refusal } from '#ui/testing/api-stand-in.ts';
import { id, pdfSource, videoSource, webSource } from '#ui/testing/examples.ts';
import { nameOf } from '#ui/testing/accessible-name.ts';
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
import { choose, click, press, type } from '#ui/testing/user.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { filterTexts } from '#ui/features/filters/index.ts';
import { LibraryPage } from './library-page.tsx';
import { serveLibrary } from './testing/library-server.ts';
import { libraryTexts as texts, manyTexts, viewTexts } from './texts.ts';

const SOURCES = [
  videoSource(1, { title: 'Spacing', tags: ['chemistry'], folders: ['Learning / 2026'] }),
  pdfSource(2, { title: 'Retrieval practice' }),
  webSource(3, { title: 'Forgetting curves', refreshEvery: 'P1W' }),
];
const rows = () => itemsOf(getByRole('list', texts.sources));
const status = () => pageText(getByRole('search').parentElement ?? document.body);
const opened = async (sources = SOURCES, at = '/library') => {
  const server = serveLibrary(sources);
  await render(<LibraryPage />, { at });
  await findByRole('list', texts.sources);
  await findByRole('link', sources.at(-1)?.title);
  return server;
};

it('lists every source with its kind, origin and next refresh', async () => {
  await opened();
  const [video, paper, page] = rows();
  expect(video).toContain('Video 1');
  expect(video).toMatch(/YouTube.*A channel/);
  expect(video).toContain('Learning / 2026 #chemistry');
  expect(paper).toContain('Retrieval practice PDF');
  expect(page).toContain('Every week');
  expect(pageText()).toContain(texts.count(3));
  expect(document.title).toBe(texts.page);
});

it('links to each source and to its original', async () => {
  await opened();
  expect(getByRole('link', 'Retrieval practice').getAttribute('href')).toBe(`/library/${id(2)}`);
  const original = getByRole('link', texts.originalOf('Retrieval practice'));
  expect(original.getAttribute('href')).toBe('https://example.org/paper-2.pdf');
  expect(original.getAttribute('rel')).toContain('noopener');
});

it('explains the library while it is empty', async () => {
  serveLibrary([]);
  await render(<LibraryPage />, { at: '/library' });
  await findByRole('heading', texts.emptyTitle);
  expect(pageText()).toContain(texts.emptyText);
});

it('searches, keeps the query in the address, and says if nothing matches', async () => {
  const server = await opened();
  await type(getByRole('searchbox', texts.find), ' retrieval ');
  await expect.poll(() => location.search).toBe('?q=retrieval');
  await expect.poll(rows).toHaveLength(1);
  expect(pageText()).toContain(texts.matching(1));
  expect(server.of('GET sources/ids').at(-1)?.query).toMatchObject({ query: 'retrieval' });
  await type(getByRole('searchbox', texts.find), 'alchemy');
  await findByRole('heading', texts.noMatch);
  expect(status()).toContain(texts.noMatchText);
});

it('starts with the filters of its address, opened', async () => {
  const server = await opened(SOURCES, `/library?tag=physics&sort=title&status=ready`);
  expect(server.of('GET sources/ids')[0]?.query).toEqual({
    tag: 'physics',
    sort: 'title',
    status: 'ready',
  });
  expect(getByRole('combobox', texts.sort)).toHaveProperty('value', 'title');
  expect(getByRole('combobox', filterTexts.tag)).toHaveProperty('value', 'physics');
  expect(getByRole('combobox', texts.status)).toHaveProperty('value', 'ready');
});

it('uses the valid part of a damaged address', async () => {
  const server = await opened(SOURCES, '/library?type=tape&status=lost&from=yesterday&thread=x');
  expect(server.of('GET sources/ids')[0]?.query).toEqual({ sort: 'newest' });
});

it('filters by kind, status and tag, and clears all filters at once', async () => {
  const server = await opened();
  const last = () => server.of('GET sources/ids').at(-1)?.query;
  await click(getByRole('radio', 'PDF'));
  await expect.poll(last).toMatchObject({ type: 'pdf' });
  await click(getByRole('button', filterTexts.filters));
  await choose(getByRole('combobox', texts.status), texts.statuses.failed);
  await choose(await findByRole('combobox', filterTexts.tag), 'chemistry');
  await choose(getByRole('combobox', texts.folder), 'Learning/2026');
  await choose(getByRole('combobox', texts.flag), texts.flags.toread);
  await expect.poll(last).toMatchObject({
    type: 'pdf',
    status: 'failed',
    tag: 'chemistry',
    folder: 'Learning/2026',
    flag: 'toread',
  });
  expect(nameOf(getByRole('button', /^Filters\(/))).toBe('Filters(4)');
  await click(getByRole('button', filterTexts.clear));
  await expect.poll(() => location.search).toBe('?type=pdf');
  expect(getByRole('button', filterTexts.filters)).toBeDefined();
});

it('sorts by title', async () => {
  const server = await opened();
  await choose(getByRole('combobox', texts.sort), texts.sorts.title);
  await expect.poll(() => server.of('GET sources/ids').at(-1)?.query).toEqual({ sort: 'title' });
  expect(location.search).toBe('?sort=title');
});

it('says why the library could not be loaded, and retries', async () => {
  const server = serveLibrary(SOURCES, {
    'GET sources/ids': () => new Refusal(403, 'forbidden', 'Not today.'),
  });
  await render(<LibraryPage />, { at: '/library' });
  await findByRole('heading', texts.failedTitle);
  expect(pageText()).toContain('Not today.');
  server.change({ 'GET sources/ids': () => ({ ids: [id(2)] }) });
  await click(getByRole('button', texts.retry));
  await findByRole('link', 'Retrieval practice');
});

it('marks a source that another window has deleted', async () => {
  const server = await opened();
  server.change({ 'GET sources/ids': () => ({ ids: [id(1), id(77)] }) });
  await choose(getByRole('combobox', texts.sort), texts.sorts.oldest);
  await findText(texts.gone);
});

it('shows what is wrong with a source, and retries', async () => {
  const server = serveLibrary([
    webSource(5, {
      title: 'Broken',
      status: { transcript: 0, embedding: 2, webpage_processing: 2 },
      error: { code: 'fetch_failed', message: 'The site did not answer.' },
    }),
  ]);
  server.change({ 'POST sources/:id/retry': () => ({}) });
  await render(<LibraryPage />, { at: '/library' });
  await findText('The site did not answer.');
  await click(await findByRole('button', texts.retryOne('Broken')));
  expect(server.of('POST sources/:id/retry')).toHaveLength(1);
});

it('shows the error again if the retry could not be sent', async () => {
  const server = serveLibrary([
    webSource(5, {
      title: 'Broken',
      status: { transcript: 0, embedding: 2, webpage_processing: 2 },
      error: { code: 'fetch_failed', message: 'The site did not answer.' },
    }),
  ]);
  server.change({ 'POST sources/:id/retry': () => new Refusal(429, 'too_many', 'Slow down.') });
  await render(<LibraryPage />, { at: '/library' });
  await click(await findByRole('button', texts.retryOne('Broken')));
  await findText('Slow down.');
  expect(pageText(getByRole('list', texts.sources))).toContain('The site did not answer.');
});

it('selects one, a range, all and none, and shows the number', async () => {
  await opened();
  const bar = () => pageText(getByRole('region', manyTexts.bar));
  await click(getByRole('checkbox', texts.select('Video 1')));
  expect(bar()).toContain(manyTexts.selected(1));
  await click(getByRole('checkbox', texts.select('Forgetting curves')), { shiftKey: true });
  expect(bar()).toContain(manyTexts.selected(3));
  expect(getByRole('checkbox', texts.unselectAll)).toHaveProperty('checked', true);
  await click(getByRole('checkbox', texts.select('Retrieval practice')));
  expect(getByRole('checkbox', texts.selectAll)).toHaveProperty('indeterminate', true);
  await click(getByRole('button', manyTexts.selectMatching(3)));
  expect(bar()).toContain(manyTexts.selected(3));
  await click(getByRole('button', manyTexts.clear));
  expect(queryByRole('region', manyTexts.bar)).toBeUndefined();
});

it('moves through the rows with the arrow keys and selects all with Ctrl+A', async () => {
  await opened();
  getByRole('link', 'Video 1').focus();
  await press('ArrowDown');
  await expect.poll(() => document.activeElement?.textContent).toBe('Retrieval practice');
  await press('End');
  await expect.poll(() => document.activeElement?.textContent).toBe('Forgetting curves');
  await press('ArrowDown');
  await press('Home');
  await expect.poll(() => document.activeElement?.textContent).toBe('Video 1');
  await press('a', { ctrlKey: true });
  expect(pageText(getByRole('region', manyTexts.bar))).toContain(manyTexts.selected(3));
  await press('Escape');
  expect(queryByRole('region', manyTexts.bar)).toBeUndefined();
});

it('stays in the checkbox column when moving with the arrow keys', async () => {
  await opened();
  getByRole('checkbox', texts.select('Video 1')).focus();
  await press('ArrowDown');
  const next = getByRole('checkbox', texts.select('Retrieval practice'));
  await expect.poll(() => document.activeElement).toBe(next);
});

it('deletes the selection with the Delete key, after a confirmation', async () => {
  const server = await opened();
  await click(getByRole('checkbox', texts.select('Retrieval practice')));
  await press('Delete');
  const dialog = await findByRole('alertdialog', manyTexts.deleteTitle(1));
  expect(pageText(dialog)).toContain('It’ll be removed from every thread');
  await click(getByRole('button', manyTexts.deleteAction(1), dialog));
  await expect
    .poll(() => server.of('POST sources/many').at(-1)?.body)
    .toEqual({
      what: 'trash',
      ids: [id(2)],
    });
  await expect.poll(rows).toHaveLength(2);
  await findText(manyTexts.done.trash(1));
});

it('restores deleted sources by Undo', async () => {
  await opened();
  await click(getByRole('checkbox', texts.selectAll));
  await click(getByRole('button', manyTexts.delete));
  const dialog = await findByRole('alertdialog', manyTexts.deleteTitle(3));
  expect(pageText(dialog)).toContain('They’ll be removed from every thread');
  await click(getByRole('button', manyTexts.deleteAction(3), dialog));
  await findText(manyTexts.done.trash(3));
  await click(getByRole('button', manyTexts.undo));
  await findText(manyTexts.done.restore(3));
  await expect.poll(rows).toHaveLength(3);
});

it('tags the selection', async () => {
  const server = await opened();
  await click(getByRole('checkbox', texts.selectAll));
  await click(getByRole('button', manyTexts.tag));
  const dialog = await findByRole('dialog', manyTexts.tagTitle);
  expect(getByRole('button', manyTexts.apply, dialog)).toHaveProperty('disabled', true);
  await type(getByRole('textbox', manyTexts.tagAdd, dialog), 'to read, #chemistry, to read');
  await type(getByRole('textbox', manyTexts.tagRemove, dialog), 'old');
  await click(getByRole('button', manyTexts.apply, dialog));
  await expect
    .poll(() => server.of('POST sources/many').at(-1)?.body)
    .toEqual({
      what: 'tag',
      ids: [id(1), id(2), id(3)],
      add: ['to read', 'chemistry'],
      remove: ['old'],
    });
  await findText(manyTexts.done.tag(3));
  expect(queryByRole('region', manyTexts.bar)).toBeUndefined();
});

it('marks the selection, and undoes that for sources that were not marked before', async () => {
  const server = await opened([
    videoSource(1, { title: 'Spacing', flags: ['toread'] }),
    pdfSource(2, { title: 'Retrieval practice' }),
    webSource(3, { title: 'Forgetting curves', flags: ['archive'] }),
  ]);
  const last = () => server.of('POST sources/many').at(-1)?.body;
  await click(getByRole('checkbox', texts.selectAll));
  await click(getByRole('button', manyTexts.flag));
  for (const name of ['Archive', 'Add to favorites', 'Mark as to read', 'Remove from favorites'])
    await findByRole('menuitem', name);
  await click(getByRole('menuitem', manyTexts.setFlags.toread));
  await findText(manyTexts.done.flag(3));
  expect(last()).toEqual({
    what: 'flag',
    ids: [id(1), id(2), id(3)],
    add: ['toread'],
    remove: [],
  });
  await click(getByRole('button', manyTexts.undo));
  await expect
    .poll(last)
    .toEqual({ what: 'flag', ids: [id(2), id(3)], add: [], remove: ['toread'] });
});

it('sets the refresh interval of the selection', async () => {
  const server = await opened();
  await click(getByRole('checkbox', texts.select('Video 1')));
  await click(getByRole('button', manyTexts.schedule));
  const dialog = await findByRole('dialog', manyTexts.scheduleTitle);
  await choose(getByRole('combobox', undefined, dialog), 'Never');
  await click(getByRole('button', manyTexts.set, dialog));
  await expect
    .poll(() => server.of('POST sources/many').at(-1)?.body)
    .toEqual({
      what: 'schedule',
      ids: [id(1)],
      every: null,
    });
});

it('adds the selection to a thread and opens it', async () => {
  const server = await opened();
  await click(getByRole('checkbox', texts.select('Video 1')));
  await click(getByRole('button', manyTexts.thread));
  await click(await findByRole('menuitem', 'Memory'));
  await expect
    .poll(() => server.of('POST sources/many').at(-1)?.body)
    .toEqual({
      what: 'thread',
      ids: [id(1)],
      threadId: id(801),
    });
  await click(await findByRole('button', manyTexts.openThread));
  expect(location.pathname).toBe('/t/thread-801');
});

it('creates a thread from the selection', async () => {
  const server = await opened();
  server.change({
    'POST threads': ({ body }) => ({ _id: id(810), url: 'collected', ...(body as object) }),
  });
  await click(getByRole('checkbox', texts.select('Video 1')));
  await click(getByRole('button', manyTexts.thread));
  await click(await findByRole('menuitem', manyTexts.newThread));
  await expect
    .poll(() => server.of('POST threads')[0]?.body)
    .toEqual({
      title: manyTexts.threadTitle,
    });
  await expect
    .poll(() => server.of('POST sources/many').at(-1)?.body)
    .toMatchObject({
      threadId: id(810),
    });
});

it('says which sources were skipped and why, until it is dismissed', async () => {
  const server = await opened();
  server.change({
    'POST sources/many': () => ({
      done: [id(1)],
      left: [
        { _id: id(2), message: 'An upload stays as it is.' },
        { _id: id(3), message: 'An upload stays as it is.' },
      ],
    }),
  });
  await click(getByRole('checkbox', texts.selectAll));
  await click(getByRole('button', manyTexts.refresh));
  const alert = await findByRole('alert');
  expect(pageText(alert)).toContain(manyTexts.left(2));
  expect(pageText(alert)).toContain(manyTexts.reason(2, 'An upload stays as it is.'));
  await click(getByRole('button', manyTexts.close, alert));
  await findNoRole('alert');
});

it('continues with the rest after a failure', async () => {
  const many = Array.from({ length: 120 }, (_, n) => webSource(1000 + n));
  const server = await (async () => {
    const stand = serveLibrary(many);
    await render(<LibraryPage />, { at: '/library' });
    await findByRole('list', texts.sources);
    return stand;
  })();
  let calls = 0;
  server.change({
    'POST sources/many': ({ body }) => {
      calls += 1;
      if (calls === 2) throw new Refusal(429, 'too_many', 'Slow down.');
      return { done: (body as { ids: string[] }).ids, left: [] };
    },
  });
  await click(getByRole('checkbox', texts.selectAll));
  await click(getByRole('button', manyTexts.refresh));
  const alert = await findByRole('alert');
  expect(pageText(alert)).toContain(manyTexts.stopped(50, 120));
  expect(pageText(alert)).toContain(manyTexts.broke('Slow down.'));
  await click(getByRole('button', manyTexts.continue, alert));
  await findNoRole('alert');
  const ids = server.of('POST sources/many').flatMap((it) => (it.body as { ids: string[] }).ids);
  expect(new Set(ids.toSpliced(50, 50)).size).toBe(120);
});

it('exports the list of the selection as a file', async () => {
  await opened();
  const saved = vi.spyOn(URL, 'createObjectURL');
  const names: string[] = [];
  const click_ = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await click(getByRole('checkbox', texts.select('Retrieval practice')));
  await click(getByRole('button', manyTexts.export));
  await click(await findByRole('menuitem', manyTexts.exports.links));
  await findText(manyTexts.done.export(1));
  expect(names).toEqual(['gloss-library.txt']);
  const file = saved.mock.calls[0]?.[0];
  expect(file instanceof Blob && (await file.text())).toBe('https://example.org/paper-2.pdf\n');
  expect(getAllByRole('checkbox').filter((it) => 'checked' in it && it.checked)).toHaveLength(1);
  saved.mockRestore();
  click_.mockRestore();
});

it('shows the saved first page while the server is unreachable', async () => {
  const server = await opened();
  await expect.poll(() => localStorage.getItem('gloss-library')).toContain('Forgetting curves');
  const offline = () => {
    throw new TypeError('offline');
  };
  server.change({ 'GET sources/ids': offline, 'GET sources': offline });
  document.body.replaceChildren();
  await render(<LibraryPage />, { at: '/library' });
  await findByRole('link', 'Forgetting curves');
  server.change({ 'GET sources': () => ({ docs: [] }) });
  await libraryApi.rows([id(1)]);
});

it('says how long a source is and how far it was read', async () => {
  await opened([
    videoSource(1, { title: 'Spacing', reading: { openedAt: '2026-03-01T12:00:00Z', share: 0.4 } }),
    pdfSource(2, { title: 'Retrieval practice', flags: ['favorite', 'toread'] }),
  ]);
  const [video, paper] = rows();
  expect(video).toContain(viewTexts.read(0.4));
  expect(video).toContain('10:00');
  expect(paper).toContain('12 pages');
  expect(paper).toContain(`${texts.flags.favorite} ${texts.flags.toread}`);
});

it('has views, each in the address, and says what an empty one is for', async () => {
  const server = await opened();
  await click(getByRole('radio', viewTexts.names.later));
  await expect.poll(() => location.search).toBe('?view=later');
  await expect
    .poll(() => server.of('GET sources/ids').at(-1)?.query)
    .toEqual({
      view: 'later',
      sort: 'newest',
    });
  server.sources.clear();
  await click(getByRole('radio', viewTexts.names.inbox));
  await findByRole('heading', viewTexts.empty.inbox);
  expect(pageText()).toContain(viewTexts.emptyText.inbox);
});

it('archives a source, and puts it back as it was by Undo', async () => {
  const server = await opened([
    pdfSource(1, { title: 'Retrieval practice', flags: ['favorite', 'toread'] }),
  ]);
  const sent = () => server.of('POST sources/many').map((it) => it.body);
  await click(getByRole('button', viewTexts.toOf.archive('Retrieval practice')));
  await findText(viewTexts.moved.archive);
  expect(sent()).toEqual([
    { what: 'flag', ids: [id(1)], add: ['favorite', 'archive'], remove: ['toread'] },
  ]);
  await click(await findByRole('button', viewTexts.undo));
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toEqual({
    what: 'flag',
    ids: [id(1)],
    add: ['favorite', 'toread'],
    remove: ['archive'],
  });
});

it('moves the focused row by E and L, and back to the inbox by the same key', async () => {
  const server = await opened([webSource(1, { title: 'Curves', flags: ['archive'] })]);
  getByRole('link', 'Curves').focus();
  await press('e');
  await findText(viewTexts.moved.inbox);
  getByRole('checkbox', texts.select('Curves')).focus();
  await press('l');
  await expect
    .poll(() => server.of('POST sources/many').map((it) => it.body))
    .toEqual([
      { what: 'flag', ids: [id(1)], add: [], remove: ['toread', 'archive'] },
      { what: 'flag', ids: [id(1)], add: ['toread'], remove: ['archive'] },
    ]);
});

it('says why a source could not be moved', async () => {
  const server = await opened();
  server.change({ 'POST sources/many': () => new Refusal(429, 'too_many', 'Slow down.') });
  await click(getByRole('button', viewTexts.toOf.later('Forgetting curves')));
  await findText('Slow down.');
  expect(pageText()).not.toContain(viewTexts.moved.later);
});

import { expect, it, onTestFinished } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { lines } from '#ui/testing/api-stand-in.ts';
import { id, me, thread, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  settle,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { addressQuery, openWorkspace } from './testing/workspace.tsx';
import { listenForPaneKeys } from './pane-keys.ts';
import { readThreadState, saveThreadState } from './thread-state.ts';
import { stripBarTexts, workspaceTexts as texts } from './texts/workspace.ts';

/** The text that the sources of a thread show here. */
const sourceTexts = {
  list: 'Sources',
  missing:
    "This source isn't currently available. It might have been moved or deleted from this thread.",
  dismiss: 'Dismiss',
};
const panelTexts = {
  title: 'Thread sources',
  optionsOf: (title: string) => `Options for ${title}`,
  remove: 'Remove source',
  removeAction: 'Delete',
};
const stripTexts = { add: 'Add a source to this thread', first: 'Add a source to get started' };
const switchTexts = { open: 'Switch source' };
const addTexts = { title: 'Add source', field: 'Paste links or search your sources', add: 'Add' };

const page = (n: number) =>
  webSource(n, { fileUrl: `/content/web-${n}`, readModFileUrl: `/content/reader-${n}` });
const SOURCES = [page(10), page(11), page(12)];
const MEMORY = thread(1, { title: 'Memory', thread_source_data: SOURCES });
const viewer = () => getByRole('region', texts.viewer);
const shownTitle = () => getByRole('heading', /^Page/, viewer()).textContent;
const card = (n: number) => getByRole('button', new RegExp(`^Page ${n}`), cards());
const cards = () => getByRole('list', sourceTexts.list);
const currentCards = () =>
  getAllByRole('button', undefined, cards())
    .filter((it) => it.getAttribute('aria-current') === 'true')
    .map((it) => pageText(it));
const opened = async (...given: Parameters<typeof openWorkspace>) => {
  const it = await openWorkspace(...given);
  await findByRole('heading', /^Page/, viewer());
  return it;
};

it('shows the first source, and marks its card', async () => {
  await opened(MEMORY);
  expect(shownTitle()).toBe('Page 10');
  expect(itemsOf(cards())).toHaveLength(3);
  expect(currentCards()).toEqual(['Page 10']);
});

it('opens the source of a clicked card, also in the address', async () => {
  await opened(MEMORY);
  await click(card(11));
  expect(shownTitle()).toBe('Page 11');
  expect(currentCards()).toEqual(['Page 11']);
  expect(addressQuery().get('source')).toBe(id(11));
});

it('moves between the visible panes with F6 and Shift+F6', async () => {
  await opened(MEMORY);
  onTestFinished(listenForPaneKeys());
  const focused = () => document.activeElement?.id;
  const goes = async (panes: readonly string[], more: { shiftKey?: boolean } = {}) => {
    for (const pane of panes) {
      await press('F6', more);
      await expect.poll(focused).toBe(pane);
    }
  };
  await goes(['source', 'notes', 'question']);
  await goes(['notes', 'source', 'question'], { shiftKey: true });
  await click(getByRole('tab', /^Answers/));
  // Their code is loaded when they are first shown.
  await expect.poll(() => document.querySelector('#answers')).not.toBeNull();
  await goes(['source', 'answers', 'question']);
});

it('replaces the address instead of adding to the browser history', async () => {
  await opened(MEMORY);
  const before = history.length;
  await click(card(11));
  await click(card(12));
  expect(history.length).toBe(before);
});

it('opens the source in the address', async () => {
  await opened(MEMORY, { query: `?source=${id(12)}` });
  expect(shownTitle()).toBe('Page 12');
});

it('opens the source that was last read in this browser', async () => {
  saveThreadState(MEMORY._id, { current: id(11) });
  await opened(MEMORY);
  expect(shownTitle()).toBe('Page 11');
});

it('opens the source that was last read on another device', async () => {
  await opened({
    ...MEMORY,
    source_metadata: [{ sourceId: SOURCES[2]?._id ?? '', metadata: { is_current_source: true } }],
  } as Thread);
  expect(shownTitle()).toBe('Page 12');
});

it('keeps ?plain in the address when another source is opened', async () => {
  await opened(MEMORY, { query: '?plain=1' });
  await click(card(11));
  expect(addressQuery().get('plain')).toBe('1');
  expect(addressQuery().get('source')).toBe(id(11));
});

it('remembers the current source', async () => {
  await opened(MEMORY);
  await click(card(12));
  expect(readThreadState(MEMORY._id).current).toBe(id(12));
});

it('tells the server the current source when its owner leaves the thread', async () => {
  const { server, unmount } = await opened(MEMORY);
  await click(card(11));
  await unmount();
  await expect.poll(() => server.of('PUT thread/v1/source-metadata/:id')).toHaveLength(1);
  expect(server.of('PUT thread/v1/source-metadata/:id')[0]?.body).toEqual({
    source_metadata: [
      { sourceId: id(10), metadata: { is_current_source: false, is_primary_source: true } },
      { sourceId: id(11), metadata: { is_current_source: true, is_primary_source: false } },
    ],
  });
});

it('sends no positions of readers', async () => {
  const { server, unmount } = await opened(
    { ...MEMORY, role: 'viewer' },
    { viewer: me({ user: { ...me().user, _id: id(901) } }) },
  );
  await click(card(11));
  await unmount();
  expect(server.of('PUT thread/v1/source-metadata/:id')).toEqual([]);
});

it('goes to the next source with ] and to the previous with [, in a circle', async () => {
  await opened(MEMORY);
  await press(']', { on: document.body });
  expect(shownTitle()).toBe('Page 11');
  await press('[', { on: document.body });
  await press('[', { on: document.body });
  expect(shownTitle()).toBe('Page 12');
  await press(']', { on: document.body });
  expect(shownTitle()).toBe('Page 10');
});

it('leaves [ and ] to fields, and to the browser with Ctrl or ⌘', async () => {
  await opened(MEMORY);
  await press(']', { on: getByRole('textbox', 'Ask a question') });
  await press(']', { on: document.body, ctrlKey: true });
  await press('[', { on: document.body, metaKey: true });
  expect(shownTitle()).toBe('Page 10');
});

it('says that a linked source is not in the thread, until it is dismissed', async () => {
  await openWorkspace(MEMORY, { query: `?source=${id(99)}` });
  const alert = await findByRole('alert');
  expect(pageText(alert)).toContain(sourceTexts.missing);
  await click(getByRole('button', sourceTexts.dismiss, alert));
  await expect.poll(shownTitle).toBe('Page 10');
  expect(addressQuery().get('source')).toBeNull();
});

it('follows a source that was merged into another', async () => {
  const { server } = await opened(MEMORY);
  server.change({ 'POST thread/loadSourceData': () => page(12) });
  await click(card(11));
  const events = lines().get(`threads/${id(1)}/events`);
  events?.say('thread', {
    ...MEMORY,
    thread_sources: [{ source: id(10) }, { source: id(12) }],
  });
  await expect.poll(shownTitle).toBe('Page 12');
  expect(server.of('POST thread/loadSourceData')[0]?.body).toMatchObject({ sourceId: id(11) });
});

it('asks for no source while its only one is replaced by another, as a file that was there is', async () => {
  const { server } = await opened(thread(1, { thread_source_data: [page(10)] }));
  const { promise, resolve } = Promise.withResolvers<Source>();
  server.change({ 'POST thread/loadSourceData': () => promise });
  lines()
    .get(`threads/${id(1)}/events`)
    ?.say('thread', { ...MEMORY, thread_sources: [{ source: id(11) }] });
  await expect.poll(() => server.of('POST thread/loadSourceData').length).toBeGreaterThan(0);
  await settle();
  expect(queryByRole('dialog')).toBeUndefined();
  resolve(page(11));
  await expect.poll(shownTitle).toBe('Page 11');
});

it('lists all sources, and opens one', async () => {
  await opened(MEMORY);
  await click(getByRole('button', stripBarTexts.sources));
  const dialog = await findByRole('dialog', panelTexts.title);
  await click(getByRole('button', /^Page 12/, dialog));
  await findNoRole('dialog');
  expect(shownTitle()).toBe('Page 12');
});

it('shows the neighbour when the current source is removed', async () => {
  const { server } = await opened(MEMORY, {
    query: `?source=${id(12)}`,
    script: { 'PUT thread/v1/remove-thread-source/:thread/:source': () => ({}) },
  });
  await click(getByRole('button', stripBarTexts.sources));
  await findByRole('dialog', panelTexts.title);
  await click(getByRole('button', panelTexts.optionsOf('Page 12')));
  await click(await findByRole('button', panelTexts.remove));
  await click(await findByRole('button', panelTexts.removeAction));
  await expect
    .poll(() => server.of('PUT thread/v1/remove-thread-source/:thread/:source'))
    .toHaveLength(1);
  await expect.poll(() => readThreadState(MEMORY._id).current).toBe(id(11));
  expect(addressQuery().get('source')).toBe(id(11));
});

it('offers to switch between several sources', async () => {
  await opened(MEMORY);
  expect(getByRole('button', switchTexts.open).getAttribute('aria-description')).toBe('1 of 3');
});

it('has no switch for a single source', async () => {
  await opened(thread(2, { thread_source_data: [page(10)] }));
  expect(queryByRole('button', switchTexts.open)).toBeUndefined();
});

it('opens the Add source dialog once in an empty thread', async () => {
  await openWorkspace(thread(3));
  await findByRole('dialog', addTexts.title);
  await press('Escape');
  await findNoRole('dialog');
  expect(pageText(viewer())).toContain(texts.noSource);
  await click(getByRole('button', texts.firstSource));
  await findByRole('dialog', addTexts.title);
});

it('does not open it if the notes are not empty', async () => {
  await openWorkspace(
    thread(3, {
      thread_nodes: [
        {
          _id: id(500),
          type: 'paragraph',
          order_no: 1,
          attributes: {},
          content: [{ type: 'text', text: 'A thought' }],
        },
      ],
    }),
  );
  await findText('A thought');
  expect(queryByRole('dialog')).toBeUndefined();
});

it('offers readers no way to add a source', async () => {
  await openWorkspace(thread(3, { role: 'viewer' }), {
    viewer: me({ user: { ...me().user, _id: id(901) } }),
  });
  await findText(texts.noSource);
  expect(queryByRole('dialog')).toBeUndefined();
  expect(queryByRole('button', stripTexts.first)).toBeUndefined();
  expect(queryByRole('button', texts.firstSource)).toBeUndefined();
});

it('shows an added source at once, and selects it for questions', async () => {
  saveThreadState(MEMORY._id, { unselected: [id(13), id(11)] });
  await opened(MEMORY, {
    script: {
      'POST thread/addSource': () => ({
        thread_sources: [...SOURCES, page(13)].map(({ _id }) => ({ source: _id })),
        added: [id(13)],
      }),
      'POST thread/loadSourceData': () => page(13),
    },
  });
  await click(getByRole('button', stripTexts.add));
  await type(await findByRole('textbox', addTexts.field), 'https://example.org/page-13');
  await click(getByRole('button', addTexts.add));
  await expect.poll(shownTitle).toBe('Page 13');
  expect(readThreadState(MEMORY._id).unselected).toEqual([id(11)]);
});

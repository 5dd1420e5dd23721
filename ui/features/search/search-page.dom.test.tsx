import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, threadCard, threadPage } from '#ui/testing/examples.ts';
import { nameOf } from '#ui/testing/accessible-name.ts';
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
import { matchOnly } from '#ui/testing/browser-parts.ts';
import { choose, click, press, type } from '#ui/testing/user.ts';
import { filterTexts } from '#ui/features/filters/index.ts';
import { SearchPage } from './search-page.tsx';
import { searchTexts as texts } from './texts.ts';

const hit = (n: number, more: object = {}) => ({
  source_id: id(n),
  title: `Source ${n}`,
  sourceType: 'web',
  text: `What number ${n} says of memory.`,
  highlights: [[22, 28]],
  score: 1,
  locator: { paragraph: 4 },
  place: { medium: 'flow', paragraph: 4, quote: 'memory', prefix: '', suffix: '' },
  thread_url: 'memory',
  ...more,
});
const own = (n: number, kind: string, more: object = {}) => ({
  kind,
  _id: `own-${n}`,
  thread_id: id(1),
  thread_url: 'memory',
  title: `Thread of ${kind} ${n}`,
  text: `A ${kind} on memory.`,
  highlights: [],
  score: 1,
  ...more,
});
const result = (hits: object[], owned: object[] = [], more: object = {}) => ({
  hits,
  own: owned,
  took_ms: 1,
  ...more,
});
const opened = async (found: object, at = '/search?q=memory', script: Script = {}) => {
  const server = serveApi({
    'GET threads': () => threadPage(threadCard(801, { title: 'Memory' })),
    'GET search/names': () => ({ tags: ['chemistry'], folders: [], channels: [] }),
    'GET search': () => found,
    ...script,
  });
  const page = (
    <Routes>
      <Route path="/search" element={<SearchPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  await render(page, { at });
  return server;
};
const field = () => getByRole('searchbox', texts.field);

it('explains what can be searched before the first search', async () => {
  const server = await opened(result([]), '/search');
  expect(pageText()).toContain(texts.emptyText);
  expect(document.activeElement).toBe(field());
  expect(server.of('GET search')).toHaveLength(0);
});

it('searches after a pause, with the query in the address and the title', async () => {
  const server = await opened(result([hit(1)]), '/search');
  for (const text of ['m', 'mem', 'memory ']) await type(field(), text);
  await findByRole('list', texts.passages);
  expect(server.of('GET search').map((it) => it.query)).toEqual([{ q: 'memory', limit: '50' }]);
  expect(location.search).toBe('?q=memory');
  expect(document.title).toBe(texts.page('memory'));
});

it('shows passages with their position and highlighted matches, each as a link', async () => {
  await opened(
    result([
      hit(1),
      hit(2, {
        sourceType: 'youtube',
        locator: { start: 83, end: 90 },
        place: { medium: 'timed', startS: 83.4, endS: 90, quote: 'memory' },
        thread_url: undefined,
      }),
    ]),
  );
  const list = await findByRole('list', texts.passages);
  const [page, video] = itemsOf(list);
  expect(page).toBe('Source 1 paragraph 4 What number 1 says of memory.');
  expect(video).toContain('Source 2 01:23');
  expect([...list.querySelectorAll('mark')].map((it) => it.textContent)).toEqual([
    'memory',
    'memory',
  ]);
  expect(getAllByRole('link', undefined, list).map((it) => it.getAttribute('href'))).toEqual([
    `/t/memory?source=${id(1)}&p=4`,
    `/library/${id(2)}?source=${id(2)}&at=83`,
  ]);
  await findText(texts.foundPassages(2, 50));
});

it('shows the passages first, and personal results in a column of their own', async () => {
  await opened(
    result(
      [hit(1)],
      [
        own(1, 'clip', {
          source_id: id(9),
          source_title: 'A video',
          place: { medium: 'timed', startS: 5, endS: 9, quote: 'memory' },
        }),
        own(2, 'note'),
        own(3, 'answer'),
        own(4, 'post', { post_url: '/p/memory' }),
      ],
    ),
  );
  const list = await findByRole('list', texts.ownList);
  const [clip, note] = itemsOf(list);
  expect(clip).toContain(`A video ${texts.kindAt(texts.kinds.clip, '00:05')}`);
  expect(note).toContain(texts.kinds.note);
  const passages = getByRole('list', texts.passages);
  expect(passages.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(getAllByRole('link', undefined, list).map((it) => it.getAttribute('href'))).toEqual([
    `/t/memory?source=${id(9)}&at=5&note=own-1`,
    '/t/memory?note=own-2',
    '/t/memory?answer=own-3',
    '/p/memory',
  ]);
  expect(pageText(getByRole('status'))).toBe(`${texts.foundPassages(1, 50)}, ${texts.foundOwn(4)}`);
});

it('shows a few passages above the personal results on a phone, and all on request', async () => {
  matchOnly('(max-width: 639px)');
  await opened(
    result(
      Array.from({ length: 12 }, (_, n) => hit(n + 1)),
      [own(1, 'note')],
    ),
  );
  const passages = await findByRole('list', texts.passages);
  expect(itemsOf(passages)).toHaveLength(8);
  expect(itemsOf(getByRole('list', texts.ownList))).toHaveLength(1);
  await click(getByRole('button', texts.all(12)));
  expect(itemsOf(passages)).toHaveLength(12);
});

it('shows all personal results at once if there are no passages', async () => {
  await opened(
    result(
      [],
      [1, 2, 3, 4, 5].map((n) => own(n, 'note')),
    ),
  );
  expect(itemsOf(await findByRole('list', texts.ownList))).toHaveLength(5);
  expect(queryByRole('list', texts.passages)).toBeUndefined();
});

it('says that there may be more than the best passages', async () => {
  await opened(result(Array.from({ length: 50 }, (_, n) => hit(n + 1))));
  await findText(texts.foundPassages(50, 50));
});

it('says that nothing was found, and searches everywhere without the filters', async () => {
  const server = await opened(result([]), '/search?q=memory&in=answers&type=pdf&tag=chemistry');
  await findByRole('heading', texts.nothingFor('memory'));
  expect(pageText()).toContain(texts.tryWide);
  expect(server.of('GET search')[0]?.query).toMatchObject({ in: 'answers', type: 'pdf' });
  await click(getByRole('button', texts.everywhere));
  await expect.poll(() => location.search).toBe('?q=memory');
  await findText(texts.tryOther);
  expect(server.of('GET search').at(-1)?.query).toEqual({ q: 'memory', limit: '50' });
});

it('says what is missing when a part of the search is unreachable', async () => {
  await opened(result([hit(1)], [], { reduced: 'Found by keywords only.' }));
  await findText('Found by keywords only.');
});

it('says why a search failed, and retries', async () => {
  const server = await opened(result([]), '/search?q=memory', {
    'GET search': () => new Refusal(400, 'invalid', 'This is no search.'),
  });
  await findByRole('heading', texts.failed);
  expect(pageText()).toContain('This is no search.');
  server.change({ 'GET search': () => result([hit(1)]) });
  await click(getByRole('button', texts.retry));
  await findByRole('list', texts.passages);
});

it('moves through the results with the arrow keys, and back to the field', async () => {
  await opened(result([hit(1), hit(2)]));
  await findByRole('list', texts.passages);
  field().focus();
  const focused = () => document.activeElement?.getAttribute('href') ?? 'field';
  await press('ArrowDown');
  expect(focused()).toContain(id(1));
  await press('ArrowDown');
  await press('ArrowDown');
  expect(focused()).toContain(id(2));
  await press('ArrowUp');
  await press('ArrowUp');
  expect(document.activeElement).toBe(field());
});

it('opens the best result with Enter, once it belongs to the query', async () => {
  await opened(result([hit(1)]));
  await findByRole('list', texts.passages);
  await type(field(), 'memory and');
  await press('Enter', { on: field() });
  expect(location.pathname).toBe('/search');
  await type(field(), 'memory');
  await press('Enter', { on: field() });
  expect(location.pathname + location.search).toBe(`/t/memory?source=${id(1)}&p=4`);
});

it('filters by area and thread, and counts the active filters', async () => {
  const server = await opened(result([hit(1)]));
  await findByRole('list', texts.passages);
  await click(getByRole('radio', texts.notes));
  await click(getByRole('button', filterTexts.filters));
  await choose(await findByRole('combobox', filterTexts.thread), 'Memory');
  await expect
    .poll(() => server.of('GET search').at(-1)?.query)
    .toEqual({ q: 'memory', limit: '50', in: 'clips,notes', threadId: id(801) });
  expect(nameOf(getByRole('button', /^Filters/))).toContain('(1)');
  await click(getByRole('button', filterTexts.clear));
  await expect.poll(() => location.search).toBe('?q=memory&in=clips%2Cnotes');
});

it('ignores invalid dates in its address', async () => {
  const server = await opened(result([]), '/search?q=memory&from=2026-01-31&to=tomorrow');
  await expect
    .poll(() => server.of('GET search')[0]?.query)
    .toEqual({
      q: 'memory',
      limit: '50',
      from: '2026-01-31',
    });
  expect(getByRole('textbox', filterTexts.from)).toHaveProperty('value', '2026-01-31');
  expect(getByRole('textbox', filterTexts.to)).toHaveProperty('min', '2026-01-31');
});

const match = (n: number, more: object = {}) => ({
  source_id: id(n),
  title: `Found ${n}`,
  sourceType: 'web',
  state: 'ready',
  saved_at: '2026-01-02T12:00:00.000Z',
  tags: ['chemistry'],
  matched: [],
  ...more,
});

const answerOf = (...events: readonly [string, unknown][]) =>
  new Response(
    events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
    { headers: { 'Content-Type': 'text/event-stream' } },
  );

it('asks the library with the query and its operators, and opens citations', async () => {
  const server = await opened(result([hit(1)]), '/search?q=why do otters hold hands tag:sea', {
    'POST ai/v2/chat/library': () =>
      answerOf(
        ['start', { answer_id: id(70) }],
        ['index', { 1: `4:${id(1)}` }],
        [
          'citations',
          [
            {
              mark: 1,
              source_id: id(1),
              title: 'Otters',
              thread_url: 'sea',
              support: 'supported',
              locator: { medium: 'flow', paragraph: 4, quote: 'hold', prefix: '', suffix: '' },
            },
          ],
        ],
        ['message', 'So that the current does not part them [1].'],
        ['done', { timeTaken: 5, model: 'offline' }],
      ),
  });
  await click(getByRole('button', texts.askLibrary));
  const panel = await findByRole('region', texts.askLibrary);
  expect(pageText(panel)).toContain(texts.askIn.search('tag:sea'));
  await findText('So that the current does not part them');
  expect(server.of('POST ai/v2/chat/library').map((it) => it.body)).toEqual([
    { query: 'why do otters hold hands', scope: { search: 'tag:sea' }, model: 5 },
  ]);
  await click(await findByRole('button', /^Citation 1/));
  expect(location.pathname + location.search).toBe(`/t/sea?source=${id(1)}&p=4`);
});

it('waits for a question if nothing was typed, and says why one was refused', async () => {
  const server = await opened(result([]), '/search', {
    'POST ai/v2/chat/library': () => new Refusal(422, 'no_source_selected', 'No sources to ask.'),
  });
  await click(getByRole('button', texts.askLibrary));
  const question = await findByRole('textbox', 'Ask a question');
  expect(server.of('POST ai/v2/chat/library')).toHaveLength(0);
  await type(question, 'Why?');
  await click(getByRole('button', 'Send'));
  await findText('No sources to ask.');
  expect(server.of('POST ai/v2/chat/library')[0]?.body).toMatchObject({ scope: { all: true } });
  await click(getByRole('button', 'Close'));
  expect(queryByRole('region', texts.askLibrary)).toBeUndefined();
});

it('shows operators as chips, and removes one with its button', async () => {
  const server = await opened(result([]), '/search?q=memory tag:chemistry -is:failed,gone');
  const chips = getByRole('list', texts.operatorsInUse);
  expect(itemsOf(chips)).toEqual(['tag: chemistry', 'not is: failed, gone']);
  await click(getByRole('button', texts.remove('tag: chemistry')));
  expect(field()).toHaveProperty('value', 'memory -is:failed,gone');
  await expect
    .poll(() => server.of('GET search').at(-1)?.query['q'])
    .toBe('memory -is:failed,gone');
});

it('suggests values while an operator is typed, and requests none before', async () => {
  const server = await opened(result([]), '/search');
  await type(field(), 'tag:');
  const list = await findByRole('list', texts.suggestions);
  expect(itemsOf(list)).toEqual(['chemistry']);
  await expect.poll(() => location.search).toBe('?q=tag%3A');
  expect(server.of('GET search')).toHaveLength(0);
  await click(getByRole('button', 'chemistry'));
  expect(field()).toHaveProperty('value', 'tag:chemistry ');
  expect(document.activeElement).toBe(field());
  expect(queryByRole('list', texts.suggestions)).toBeUndefined();
  await expect.poll(() => server.of('GET search').at(-1)?.query['q']).toBe('tag:chemistry');
});

it('shows no error while the value of an operator is typed', async () => {
  const problems = ['“tag:” needs a value right after it, like tag:biology.'];
  await opened(result([hit(1)], [], { problems }), '/search?q=memory tag:');
  await findByRole('list', texts.passages);
  expect(pageText()).not.toContain('needs a value');
  await type(field(), 'memory tag: x');
  await expect.poll(() => pageText()).toContain('needs a value');
});

it('lists the operators, and adds one to the query', async () => {
  await opened(result([]), '/search?q=memory');
  await click(getByRole('button', texts.showOperators));
  await click(getByRole('button', new RegExp(`^site:example.org ${texts.operatorHints.site}`)));
  expect(field()).toHaveProperty('value', 'memory site:');
});

it("lists sources found by operators, and the owner's fields that matched", async () => {
  await opened({
    ...result([]),
    sources: [
      match(1, { thread_url: 'memory' }),
      match(2, {
        state: 'failed',
        thread_url: 'memory',
        matched: [{ field: 'note', text: 'remember this', highlights: [[0, 8]] }],
      }),
    ],
    sources_total: 120,
    problems: ['“is:x” was ignored.'],
  });
  const list = await findByRole('list', texts.matches);
  const [listed, noted] = itemsOf(list);
  expect(listed).toContain('#chemistry');
  expect(noted).toContain(`${texts.fields.note} ${texts.states.failed}`);
  expect(list.querySelector('mark')?.textContent).toBe('remember');
  expect(getAllByRole('link', undefined, list).map((it) => it.getAttribute('href'))).toEqual([
    `/t/memory?source=${id(1)}`,
    `/library/${id(2)}`,
  ]);
  expect(pageText(getByRole('status'))).toBe(texts.foundSources(2, 120));
  expect(pageText()).toContain('“is:x” was ignored.');
});

it('follows changes of its address', async () => {
  const server = await opened(result([hit(1)]));
  await findByRole('list', texts.passages);
  history.pushState(null, '', '/search?q=forgetting');
  dispatchEvent(new PopStateEvent('popstate'));
  await expect.poll(() => field()).toHaveProperty('value', 'forgetting');
  await expect.poll(() => server.of('GET search').at(-1)?.query['q']).toBe('forgetting');
});

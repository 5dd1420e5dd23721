import { describe, expect, it, vi } from 'vitest';
import { Answer } from '#core/contract/ask.ts';
import { unlockTexts } from '#ui/features/account/index.ts';
import { answerTexts as texts } from '#ui/editor/texts/answers.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
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
  render,
  unmountAll,
} from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
// Loads the lazy module up front, so that no test waits for it.
import './answer-text.tsx';
import { Answers } from './answers.tsx';
import { citationTexts, nearestTexts } from './texts/passages.ts';
import type { Asking } from './use-ask.ts';

const THREAD = thread(1);
const answer = (n: number, more: object = {}): Answer =>
  Answer.parse({
    _id: id(100 + n),
    thread_id: THREAD._id,
    question: `Question ${n}`,
    answer: `Answer ${n} says so [1].`,
    state: 'done',
    model: 5,
    sources: [id(10)],
    indexes: { '1': `4:${id(10)}` },
    citations: [
      {
        mark: 1,
        source_id: id(10),
        title: 'Page 10',
        locator: { medium: 'flow', paragraph: 4, quote: 'It says so.', prefix: '', suffix: '' },
      },
    ],
    timeTaken: 1200,
    error: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    ...more,
  });
const IDLE: Asking = {
  current: undefined,
  busy: false,
  isAway: false,
  send: () => Promise.reject(new Error('Nothing is asked here.')),
  stop: vi.fn(),
  dismiss: vi.fn(),
};

async function shown(
  docs: readonly Answer[],
  { script = {} as Script, readOnly = false, isSignedIn = true, canInsert = true } = {},
) {
  const server = serveApi({
    'GET me': () =>
      isSignedIn ? me() : Response.json({ code: 'no_session', message: '' }, { status: 401 }),
    'GET threads/:id/answers': () => ({ docs }),
    ...script,
  });
  const calls = { onGo: vi.fn(), onRetry: vi.fn(), onInsert: vi.fn() };
  await render(
    <Answers
      threadId={THREAD._id}
      asking={IDLE}
      sourceIds={new Set([id(10)])}
      readOnly={readOnly}
      {...calls}
      {...(!canInsert && { onInsert: undefined })}
    />,
  );
  return { server, ...calls };
}
const card = (n: number) => findByRole('article', texts.to(`Question ${n}`));

it('explains how to start before the first question', async () => {
  await shown([]);
  await findByRole('heading', texts.firstTitle);
  await findText(texts.firstText);
});

it('asks visitors to sign in first', async () => {
  await shown([], { isSignedIn: false });
  await findByRole('heading', unlockTexts.title);
});

it('shows answers with their questions, newest last', async () => {
  await shown([answer(1), answer(2)]);
  await card(2);
  expect(getAllByRole('heading').map((it) => it.textContent)).toEqual(['Question 1', 'Question 2']);
  expect(pageText(await card(1))).toContain(texts.referring(1));
});

it('lists the asked sources, also those that are not cited', async () => {
  await shown([answer(1, { sources: [id(10), id(11)] })]);
  expect(pageText(await card(1))).toContain(texts.referring(2));
});

it('opens the passage of a citation', async () => {
  const { onGo } = await shown([answer(1)]);
  const within = await card(1);
  const chip = await findByRole('button', /^Citation 1: Page 10/, within);
  await click(chip);
  expect(onGo).toHaveBeenCalledWith(
    id(10),
    expect.objectContaining({ medium: 'flow', paragraph: 4 }),
  );
});

it('says that a citation only partly supports its sentence', async () => {
  const [only] = answer(1).citations;
  await shown([answer(1, { citations: [{ ...only, support: 'partly' }] })]);
  const chip = await findByRole('button', /^Citation 1/);
  expect(chip.getAttribute('aria-label')).toBe(
    citationTexts.label(1, 'Page 10', 'paragraph 4', 'partly'),
  );
});

it('says why the answers could not be loaded, and retries', async () => {
  const { server } = await shown([], {
    script: { 'GET threads/:id/answers': () => new Refusal(418, 'odd', 'Not now.') },
  });
  await findByRole('heading', texts.notLoadedTitle);
  server.change({ 'GET threads/:id/answers': () => ({ docs: [answer(1)] }) });
  await click(getByRole('button', texts.retry));
  await card(1);
});

it('deletes an answer after a confirmation, at once in the page and on the server', async () => {
  const { server } = await shown([answer(1), answer(2)], {
    script: { 'DELETE ai/v2/answers/:id': () => ({}) },
  });
  server.change({});
  await click(await findByRole('button', texts.remove, await card(1)));
  await findText(texts.sure.title);
  server.change({ 'GET threads/:id/answers': () => ({ docs: [answer(2)] }) });
  await click(getByRole('button', texts.sure.action));
  await findNoRole('article', texts.to('Question 1'));
  await findText(texts.deleted);
  expect(server.of('DELETE ai/v2/answers/:id')[0]?.path).toBe(`ai/v2/answers/${id(101)}`);
});

it('restores an answer that could not be deleted, and says why', async () => {
  await shown([answer(1)], {
    script: { 'DELETE ai/v2/answers/:id': () => new Refusal(403, 'forbidden', 'It is not yours.') },
  });
  await click(await findByRole('button', texts.remove));
  await click(await findByRole('button', texts.sure.action));
  await findText('It is not yours.');
  await card(1);
});

it('rates an answer once, with thanks', async () => {
  const { server } = await shown([answer(1)], { script: { 'POST ai/v2/feedback': () => ({}) } });
  const good = await findByRole('button', texts.good);
  server.change({ 'GET threads/:id/answers': () => ({ docs: [answer(1, { feedback: 'like' })] }) });
  await click(good);
  await findText(texts.thanks.like);
  expect(server.of('POST ai/v2/feedback')[0]?.body).toEqual({
    thread_id: THREAD._id,
    thread_node_id: id(101),
    value: 'like',
  });
  expect(getByRole('button', texts.good).getAttribute('aria-pressed')).toBe('true');
  expect(getByRole('button', texts.bad)).toHaveProperty('disabled', true);
});

it('undoes a rating that the server refuses', async () => {
  await shown([answer(1)], {
    script: { 'POST ai/v2/feedback': () => new Refusal(409, 'conflict', 'It was rated.') },
  });
  await click(await findByRole('button', texts.bad));
  await findText('It was rated.');
  await expect
    .poll(() => getByRole('button', texts.bad).getAttribute('aria-pressed'))
    .toBe('false');
});

it('inserts an answer into the notes for editors', async () => {
  const { onInsert } = await shown([answer(1)]);
  await click(await findByRole('button', texts.insert));
  expect(onInsert).toHaveBeenCalledWith(expect.objectContaining({ question: 'Question 1' }));
});

it('offers readers neither inserting, rating nor deleting', async () => {
  await shown([answer(1)], { readOnly: true, canInsert: false });
  await findByRole('button', texts.copy);
  for (const label of [texts.insert, texts.good, texts.bad, texts.remove])
    expect(queryByRole('button', label)).toBeUndefined();
});

it('says why an answer failed, and asks again', async () => {
  const { onRetry } = await shown([
    answer(1, { state: 'failed', answer: '', error: { code: 'model', message: 'It is down.' } }),
  ]);
  expect(pageText(await card(1))).toContain('It is down.');
  await click(getByRole('button', texts.retry));
  expect(onRetry).toHaveBeenCalledWith(expect.objectContaining({ question: 'Question 1' }));
});

it.each([
  ['stopped', null, texts.stopped],
  ['interrupted', { code: 'unreachable', message: 'network error' }, texts.cut],
])('keeps the partial text of an answer that was %s, and says so', async (_, error, said) => {
  await shown([answer(1, { state: 'interrupted', error })]);
  const within = await card(1);
  await findText(said, within);
  expect(pageText(within)).toContain('Answer 1 says so');
});

it('copies an answer with links to its passages', async () => {
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
    configurable: true,
  });
  await shown([answer(1)]);
  await click(await findByRole('button', texts.copy));
  await findText(texts.copied);
  expect(copied[0]).toContain(`source=${id(10)}`);
});

it('says that the browser did not allow copying', async () => {
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: () => Promise.reject(new Error('denied')) },
    configurable: true,
  });
  await shown([answer(1)]);
  await click(await findByRole('button', texts.copy));
  await findText(texts.notCopied);
});

it('labels answers of the offline assistant', async () => {
  await shown([answer(1, { model: 'offline' })]);
  await findText(texts.offline);
});

describe('an answer without citations', () => {
  const UNCITED = answer(1, { answer: 'I do not know.', citations: [], indexes: {} });
  const HIT = {
    source_id: id(10),
    title: 'Page 10',
    sourceType: webSource(10).sourceType,
    highlights: [],
    score: 1,
    locator: { medium: 'flow', paragraph: 2 },
    text: 'Otters sleep on their backs.',
    place: { medium: 'flow', paragraph: 2, quote: '', prefix: '', suffix: '' },
  };
  const asked = async (search: () => unknown) => {
    const given = await shown([UNCITED], { script: { 'GET search': search } });
    const region = await findByRole('region', nearestTexts.title);
    expect(given.server.of('GET search')).toEqual([]);
    await click(getByRole('button', nearestTexts.show, region));
    return { ...given, region };
  };

  it('says so, and shows the nearest passages of its sources on request', async () => {
    const { region, server, onGo } = await asked(() => ({ hits: [HIT], own: [], took_ms: 1 }));
    expect(pageText(region)).toContain(nearestTexts.text);
    expect(getByRole('link', nearestTexts.search, region).getAttribute('href')).toMatch(
      /^\/search\?q=/,
    );
    const list = await findByRole('list', nearestTexts.list, region);
    expect(itemsOf(list)).toEqual(['Otters sleep on their backs. Page 10 paragraph 2']);
    expect(server.of('GET search')[0]?.query).toMatchObject({
      q: 'Question 1',
      in: 'sources',
      sources: id(10),
    });
    await click(getByRole('button', /Otters/, list));
    expect(onGo).toHaveBeenCalledWith(id(10), expect.objectContaining({ paragraph: 2 }));
  });

  it('says that no passages are related, or that they could not be loaded', async () => {
    const { region } = await asked(() => ({ hits: [], own: [], took_ms: 1 }));
    await findText(nearestTexts.none, region);
    await unmountAll();
    await asked(() => new Refusal(418, 'odd', 'Not now.'));
    await findText(nearestTexts.failed);
  });

  it('offers visitors no search', async () => {
    await shown([UNCITED], { isSignedIn: false });
    const region = await findByRole('region', nearestTexts.title);
    expect(queryByRole('button', nearestTexts.show, region)).toBeUndefined();
  });
});

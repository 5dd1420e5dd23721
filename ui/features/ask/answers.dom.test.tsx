import { expect, it } from 'vitest';
import { ThreadId } from '#core/contract/id.ts';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { id, me } from '#ui/testing/examples.ts';
import { findByRole, getByRole, pageText, queryByRole, render } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { Answers } from './answers.tsx';
import { ask, type AnswerView } from './reduce.ts';
import type { Asking } from './use-ask.ts';

const QUESTION = 'Why do otters hold hands?';
const TEXT = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ');
const THREAD = ThreadId.parse(id(1));
const asking = (current: AnswerView | undefined): Asking => ({
  current,
  busy: current?.state === 'pending',
  isAway: false,
  send: () => Promise.reject(new Error('not asked')),
  stop: () => undefined,
  dismiss: () => undefined,
});
const shown = (current: AnswerView | undefined) => (
  <Answers
    threadId={THREAD}
    asking={asking(current)}
    onGo={() => undefined}
    onRetry={() => undefined}
    sourceIds={new Set()}
    readOnly={false}
  />
);

it('reveals a new answer word by word, also after it is stored, until it is skipped', async () => {
  const done: AnswerView = { ...ask(QUESTION, []), id: id(7), state: 'done', text: TEXT };
  const stored = {
    _id: id(7),
    thread_id: THREAD,
    question: QUESTION,
    answer: TEXT,
    state: 'done',
    sources: [],
    citations: [],
    indexes: {},
    model: 'offline',
    timeTaken: 3,
    feedback: null,
    error: null,
    createdAt: '2026-03-01T12:00:00.000Z',
  };
  let docs: unknown[] = [];
  serveApi({ 'GET me': () => me(), 'GET threads/:id/answers': () => ({ docs }) });
  const { update, cache } = await render(shown(ask(QUESTION, [])));
  await findByRole('article', `Answer to: ${QUESTION}`);
  await update(shown(done));
  docs = [stored];
  await cache.invalidateQueries();
  const card = await findByRole('article', `Answer to: ${QUESTION}`);
  await expect.poll(() => pageText(card)).toContain('word3');
  expect(pageText(card)).not.toContain('word39');
  expect(queryByRole('button', 'Copy')).toBeUndefined();
  await click(getByRole('button', 'Skip'));
  await expect.poll(() => pageText(card)).toContain('word39');
  await findByRole('button', 'Copy');
});

it('announces each finished part of an answer as plain text', async () => {
  serveApi({ 'GET me': () => me(), 'GET threads/:id/answers': () => ({ docs: [] }) });
  const first = '**Otters** hold [paws](https://example.org) [1].\n\n';
  const writing: AnswerView = { ...ask(QUESTION, []), state: 'writing', text: `${first}They` };
  const citation = {
    mark: 1,
    source_id: id(3),
    support: 'supported',
    locator: { medium: 'flow', paragraph: 1, quote: 'Otters' },
  } as unknown as AnswerView['citations'][number];
  const { update } = await render(shown({ ...writing, citations: [citation] }));
  const spoken = () => getByRole('status').textContent;
  await expect.poll(spoken).toContain('Otters hold paws.');
  expect(spoken()).not.toContain('They');
  const text = `${first}They *sleep*.\n\n| Raft | Size |\n|---|---|\n| big | 100 |`;
  await update(shown({ ...writing, citations: [citation], state: 'done', text }));
  await expect.poll(spoken).toContain('They sleep.');
  expect(spoken()).toContain('big 100');
  expect(spoken()).not.toMatch(/[*|[\]]/);
});

it('says that a failed prompt can be retried, and why it failed', async () => {
  serveApi({ 'GET me': () => me(), 'GET threads/:id/answers': () => ({ docs: [] }) });
  const error = { code: 'provider_failed', message: 'The model provider has a problem.' };
  await render(shown({ ...ask(QUESTION, []), state: 'failed', isPrompt: true, error }));
  const card = pageText(getByRole('article', `Answer to: ${QUESTION}`));
  expect(card).toContain('something went wrong, please try again');
  expect(card).toContain(error.message);
});

it('says that a source of an answer is gone, and asks before deleting the answer', async () => {
  const server = serveApi({
    'GET me': () => me(),
    'GET threads/:id/answers': () => ({ docs: [] }),
  });
  await render(shown({ ...ask(QUESTION, [id(3)]), id: id(7), state: 'done', text: TEXT }));
  const notice = await findByRole('group', 'No Source found');
  await click(getByRole('button', 'Delete response', notice));
  await findByRole('alertdialog', 'Are you sure you want to delete this response?');
  expect(server.requests.some((it) => it.method === 'DELETE')).toBe(false);
  await click(getByRole('button', 'Cancel'));
  await click(getByRole('button', 'Dismiss', await findByRole('group', 'No Source found')));
  expect(queryByRole('group', 'No Source found')).toBeUndefined();
});

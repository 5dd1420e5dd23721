import { expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { intervalTexts } from '#ui/kit/texts/interval.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, pdfSource, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { choose, click } from '#ui/testing/user.ts';
import { History } from './history.tsx';
import { historyTexts as texts } from './texts.ts';

const version = (n: number, more: object = {}) => ({
  version: n,
  current: n === 3,
  title: 'Page 1',
  readAt: `2026-03-0${n}T12:00:00.000Z`,
  length: 1000,
  ...more,
});
const anchor = (outcome: string, quote: string, more: object = {}) => ({
  outcome,
  what: 'clip',
  quote,
  from: { medium: 'flow', paragraph: 1, quote, prefix: '', suffix: '' },
  ...more,
});
const REPORT = {
  version: 3,
  at: '2026-03-03T12:00:00.000Z',
  same: 1,
  moved: 0,
  changed: 1,
  lost: 1,
  anchors: [
    anchor('same', 'still the same'),
    anchor('changed', 'as it was', { now: 'as it reads now', threadTitle: 'Memory' }),
    anchor('lost', 'gone from the page'),
  ],
};
const same = (n: number) => ({ kind: 'same', text: `Paragraph ${n}`, before: n, after: n });
const DIFF = {
  from: 1,
  to: 3,
  added: 1,
  removed: 1,
  changed: 1,
  parts: [
    same(1),
    same(2),
    { kind: 'removed', text: 'Taken out', before: 3 },
    { kind: 'added', text: 'Put in', after: 3 },
    same(4),
    same(5),
    same(6),
    {
      kind: 'changed',
      before: 7,
      after: 7,
      words: [
        { kind: 'same', text: 'It was ' },
        { kind: 'removed', text: 'red' },
        { kind: 'added', text: 'blue' },
      ],
    },
  ],
};
const opened = async (more: Partial<Record<keyof Source, unknown>> = {}, script: Script = {}) => {
  const source = webSource(1, { version: 3, ...more });
  const server = serveApi({
    'GET sources/:id/versions': () => ({
      versions: [version(1), version(2, { added: 2, removed: 1 }), version(3, { changed: 4 })],
    }),
    'GET sources/:id/report': () => REPORT,
    'GET sources/:id/diff': ({ query }) => ({
      ...DIFF,
      from: Number(query['from']),
      to: Number(query['to']),
    }),
    ...script,
  });
  await render(<History source={source} />);
  await click(getByRole('button', texts.open));
  await findByRole('dialog', texts.open);
  await findByRole('list', texts.versions);
  return server;
};

it('lists versions, newest first, with their changes', async () => {
  await opened();
  await expect.poll(() => itemsOf(getByRole('list', texts.versions))).toHaveLength(3);
  const [third, second, first] = itemsOf(getByRole('list', texts.versions));
  expect(third).toContain(texts.counts.changed(4));
  expect(third).toContain(texts.current);
  expect(second).toContain(`${texts.counts.added(2)}, ${texts.counts.removed(1)}`);
  expect(first).toContain(texts.compare);
  expect(pageText()).toContain(texts.version(3));
});

it('marks a version that is held for review', async () => {
  await opened(
    { version: 2, held: { version: 3, title: 'For sale' } },
    {
      'GET sources/:id/versions': () => ({
        versions: [version(3, { current: false, held: true }), version(2, { current: true })],
      }),
    },
  );
  await expect.poll(() => itemsOf(getByRole('list', texts.versions))).toHaveLength(2);
  expect(itemsOf(getByRole('list', texts.versions))[0]).toContain(texts.held);
  await click(getByRole('button', texts.compare));
  expect(pageText(await findByRole('dialog', texts.version(2)))).toContain(texts.againstHeld(3));
});

it('has no versions for an uploaded file', async () => {
  await render(<History source={pdfSource(1, { canonicalUrl: 'upload:abc' })} />);
  expect(queryByRole('button')).toBeUndefined();
});

it("checks for a new version now, or says why it can't", async () => {
  const server = await opened(
    {},
    { 'POST sources/:id/refresh': () => new Refusal(429, 'too_many', 'Once a minute.') },
  );
  await click(getByRole('button', texts.refresh));
  await findText('Once a minute.');
  expect(server.of('POST sources/:id/refresh')).toHaveLength(1);
  expect(getByRole('button', texts.refresh)).toHaveProperty('disabled', false);
});

it('shows that a new version is being processed', async () => {
  await opened({ refreshing: true });
  expect(getByRole('button', texts.busy)).toHaveProperty('disabled', true);
});

it('says why the last refresh found no new version', async () => {
  await opened({
    refreshError: { code: 'gone', message: 'It is gone.', at: '2026-03-04T12:00:00.000Z' },
  });
  expect(pageText()).toContain(texts.lastFailed('It is gone.'));
});

it('sets the refresh interval, and shows the next refresh', async () => {
  const server = await opened(
    { refreshedAt: new Date().toISOString() },
    {
      'PUT sources/:id/schedule': ({ body }) =>
        webSource(1, { refreshEvery: (body as { every: string }).every }),
    },
  );
  expect(pageText()).not.toContain(texts.next(''));
  await choose(getByRole('combobox', intervalTexts.every), intervalTexts.usual.P1W);
  await expect.poll(() => server.of('PUT sources/:id/schedule')[0]?.body).toEqual({ every: 'P1W' });
});

it('shows the next refresh', async () => {
  await opened({ refreshedAt: new Date().toISOString(), refreshEvery: 'P1D' });
  expect(pageText()).toContain(texts.next(''));
});

it('shows where the text is used, lost and changed quotes first', async () => {
  await opened();
  await click(await findByRole('button', new RegExp(`^${texts.usedIn}`)));
  await findByRole('dialog', texts.usedIn);
  const [lost, changed, unchanged] = itemsOf(getByRole('list', texts.quotes));
  expect(lost).toContain(`${texts.outcomes.lost} ${texts.use.clip} gone from the page`);
  expect(changed).toContain(texts.useIn.clip('Memory'));
  expect(changed).toContain(`as it was ${texts.now.trim()} as it reads now`);
  expect(unchanged).toContain('still the same');
});

const comparing = async (script: Script = {}) => {
  const server = await opened({}, script);
  await expect.poll(() => itemsOf(getByRole('list', texts.versions))).toHaveLength(3);
  const [, , first] = [...getByRole('list', texts.versions).querySelectorAll('li')];
  await click(getByRole('button', texts.compare, first));
  await findByRole('dialog', texts.version(1));
  return server;
};

it('compares a version with the current one, with context around the changes', async () => {
  await comparing();
  const dialog = getByRole('dialog', texts.version(1));
  await findText('Put in');
  expect(pageText(dialog)).toContain(texts.againstCurrent(3));
  expect(pageText(dialog)).toContain(texts.counts.added(1));
  expect([...dialog.querySelectorAll('del')].map((it) => it.textContent)).toEqual([
    'Taken out',
    'red',
  ]);
  expect([...dialog.querySelectorAll('ins')].map((it) => it.textContent)).toEqual([
    'Put in',
    'blue',
  ]);
  expect(pageText(dialog)).toContain(texts.unchanged(1));
  expect(pageText(dialog)).not.toContain('Paragraph 5');
});

it('moves between changes, in a circle', async () => {
  await comparing();
  await findText(texts.changeAt(1, 2));
  await click(getByRole('button', texts.nextChange));
  await findText(texts.changeAt(2, 2));
  await click(getByRole('button', texts.nextChange));
  await findText(texts.changeAt(1, 2));
  await click(getByRole('button', texts.previousChange));
  await findText(texts.changeAt(2, 2));
});

it('compares any two versions', async () => {
  const server = await comparing();
  await findText('Put in');
  expect(itemsOf(getByRole('combobox', texts.olderVersion))).toHaveLength(2);
  await choose(getByRole('combobox', texts.newerVersion), texts.option(2, 'Mar 02, 2026'));
  await expect
    .poll(() => server.of('GET sources/:id/diff').at(-1)?.query)
    .toEqual({ from: '1', to: '2' });
});

it('shows an old version', async () => {
  await comparing({
    'GET sources/:id/text': () => ({
      title: 'Page 1',
      segments: [
        { text: 'An old heading', role: 'heading', at: { medium: 'flow', paragraph: 1 } },
        { text: 'An old paragraph', role: 'text', at: { medium: 'flow', paragraph: 2 } },
      ],
    }),
  });
  await click(getByRole('radio', texts.fullText));
  await findText('An old heading An old paragraph');
  expect(queryByRole('combobox', texts.newerVersion)).toBeUndefined();
});

it('says that the text is the same, or why it could not be compared', async () => {
  const server = await comparing({
    'GET sources/:id/diff': ({ query }) => {
      if (query['to'] === '2') throw new Refusal(403, 'forbidden', 'Not today.');
      return { from: 1, to: 3, parts: [same(1)], added: 0, removed: 0, changed: 0 };
    },
  });
  await findText(texts.same);
  await choose(getByRole('combobox', texts.newerVersion), texts.option(2, 'Mar 02, 2026'));
  await findText('Not today.');
  expect(server.of('GET sources/:id/diff')[0]?.path).toBe(`sources/${id(1)}/diff`);
});

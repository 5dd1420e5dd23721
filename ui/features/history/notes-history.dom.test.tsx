import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { NotesVersion } from '#core/contract/history.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  queryByRole,
  render,
  tabStopsIn,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { NotesHistory } from './notes-history.tsx';
import { versionTexts as texts } from './texts.ts';

const person = (n: number, name: string) => ({ _id: id(n), name });
const version = (n: number, more: object = {}): NotesVersion => ({
  _id: id(n),
  name: null,
  createdAt: `2026-03-0${n}T12:00:00.000Z`,
  words: 100 * n,
  blocks: 10,
  namedBy: null,
  editors: [person(901, 'Ada'), person(902, 'Bob')],
  ...more,
});
const line = (kind: string, more: object = {}) => ({ kind, level: 0, ...more });
const part = (kind: string, text: string, of: object = line('paragraph')) => ({
  kind,
  line: of,
  text,
});
const same = (n: number) => part('same', `Line ${n}`);
const DIFF = {
  version: version(2),
  added: 1,
  removed: 0,
  changed: 1,
  parts: [
    ...[1, 2, 3, 4, 5].map(same),
    part('added', 'A new task', line('task', { done: false })),
    ...[6, 7, 8, 9, 10, 11].map(same),
    {
      kind: 'changed',
      line: line('item', { level: 2 }),
      words: [
        { kind: 'same', text: 'It was ' },
        { kind: 'removed', text: 'red' },
        { kind: 'added', text: 'blue' },
      ],
    },
    part('restyled', 'Now a heading', line('heading', { level: 1 })),
  ],
};

function Shown({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<NotesVersion>();
  return <NotesHistory threadId={id(1)} chosen={chosen} onChoose={setChosen} onClose={onClose} />;
}
const opened = async (script: Script = {}) => {
  const closed = vi.fn();
  const server = serveApi({
    'GET threads/:id/versions': () => ({
      docs: [version(3, { name: 'Before the exam', namedBy: person(901, 'Ada') }), version(2)],
    }),
    'GET threads/:id/versions/:version': () => DIFF,
    ...script,
  });
  await render(<Shown onClose={closed} />);
  await findByRole('heading', texts.title);
  return { server, closed };
};
const choose = async () => {
  await click(await findByRole('button', /Before the exam/));
  await findByRole('region', 'Before the exam');
};

it('is one tab stop, first the shown version', async () => {
  await opened();
  await choose();
  const list = getByRole('list', texts.list);
  expect(tabStopsIn(list).map(pageText)).toEqual([expect.stringContaining('Before the exam')]);
  tabStopsIn(list)[0]?.focus();
  await press('ArrowDown');
  expect(document.activeElement).toBe(getAllByRole('button', undefined, list)[1]);
  expect(tabStopsIn(list)).toEqual([document.activeElement]);
});

it('lists versions with their authors or names, and their length', async () => {
  await opened();
  const [named, automatic] = itemsOf(await findByRole('list', texts.list));
  expect(named).toContain('Before the exam');
  expect(named).toContain(`${texts.by('Ada')}${texts.dot}${texts.words(300)}`);
  expect(automatic).toContain(texts.autoSaved);
  expect(automatic).toContain(texts.by('Ada, Bob'));
});

it('says that there are no versions yet, or why they could not be loaded', async () => {
  const { server } = await opened({ 'GET threads/:id/versions': () => ({ docs: [] }) });
  await findText(texts.none);
  server.change({ 'GET threads/:id/versions': () => new Refusal(403, 'forbidden', 'Not today.') });
  await render(<Shown onClose={vi.fn()} />);
  await findText('Not today.');
});

it('saves a named version', async () => {
  const docs = [version(2)];
  const { server } = await opened({
    'GET threads/:id/versions': () => ({ docs }),
    'POST threads/:id/versions': ({ body }) => {
      docs.unshift(version(4, { ...(body as object), namedBy: person(901, 'Ada') }));
      return docs[0];
    },
  });
  const field = getByRole('textbox', texts.name);
  expect(getByRole('button', texts.save)).toHaveProperty('disabled', true);
  await type(field, ' Draft ');
  await press('Enter', { on: field });
  await findByRole('button', /^Draft/);
  expect(server.of('POST threads/:id/versions')[0]?.body).toEqual({ name: 'Draft' });
  expect(field).toHaveProperty('value', '');
});

it('keeps the typed name when saving fails', async () => {
  await opened({
    'POST threads/:id/versions': () => new Refusal(429, 'too_many', 'A hundred versions at most.'),
  });
  const field = getByRole('textbox', texts.name);
  await type(field, 'Draft');
  await press('Enter', { on: field });
  await findText('A hundred versions at most.');
  expect(field).toHaveProperty('value', 'Draft');
});

it('shows the changes since a version line by line, with context', async () => {
  await opened();
  await choose();
  await findText(texts.counts.added(1));
  const text = pageText(getByRole('region', 'Before the exam'));
  expect(text).toContain(texts.unchanged(3));
  expect(text).toContain(texts.unchanged(2));
  expect(text).not.toContain('Line 3 ');
  expect(getByRole('img', texts.toDo)).toBeDefined();
  expect([...document.querySelectorAll('ins')].map((it) => it.textContent)).toEqual([
    'A new task',
    'blue',
  ]);
  expect([...document.querySelectorAll('del')].map((it) => it.textContent)).toEqual(['red']);
  expect(text).toContain(`Now a heading ${texts.restyled}`);
});

it('moves between changes', async () => {
  await opened();
  await choose();
  await findText(texts.changeAt(1, 2));
  await click(getByRole('button', texts.previousChange));
  await findText(texts.changeAt(2, 2));
  await click(getByRole('button', texts.nextChange));
  await findText(texts.changeAt(1, 2));
});

it('compares with the previous version too', async () => {
  const { server } = await opened({
    'GET threads/:id/versions/:version': ({ query }) =>
      query['against'] === 'before' ? { ...DIFF, parts: [same(1)], added: 0, changed: 0 } : DIFF,
  });
  await choose();
  await click(getByRole('radio', texts.before));
  await findText(texts.same.before);
  expect(server.of('GET threads/:id/versions/:version').map((it) => it.query['against'])).toEqual([
    'now',
    'before',
  ]);
});

it('restores a version, and undoes that', async () => {
  const restored = { restored: version(3), before: version(5) };
  const { server } = await opened({
    'POST threads/:id/versions/:version/restore': () => restored,
  });
  await choose();
  await click(getByRole('button', texts.restore));
  await findText(texts.restored);
  expect(queryByRole('region', 'Before the exam')).toBeUndefined();
  await click(getByRole('button', texts.undo));
  await findText(texts.undone);
  expect(server.of('POST threads/:id/versions/:version/restore').map((it) => it.path)).toEqual([
    `threads/${id(1)}/versions/${id(3)}/restore`,
    `threads/${id(1)}/versions/${id(5)}/restore`,
  ]);
});

it('stays at a version that could not be restored', async () => {
  await opened({
    'POST threads/:id/versions/:version/restore': () => new Refusal(409, 'conflict', 'Not now.'),
  });
  await choose();
  await click(getByRole('button', texts.restore));
  await findText('Not now.');
  expect(getByRole('region', 'Before the exam')).toBeDefined();
});

it('goes back with Escape: from a version to the notes, then out of the history', async () => {
  const { closed } = await opened();
  await choose();
  await press('Escape', { on: document.body });
  expect(queryByRole('region', 'Before the exam')).toBeUndefined();
  expect(closed).not.toHaveBeenCalled();
  await press('Escape', { on: document.body });
  expect(closed).toHaveBeenCalledOnce();
});

it('marks the selected version', async () => {
  await opened();
  await choose();
  const pressed = getAllByRole('button').filter((it) => it.getAttribute('aria-pressed') === 'true');
  expect(pressed.map((it) => it.textContent)).toEqual([expect.stringContaining('Before the exam')]);
});

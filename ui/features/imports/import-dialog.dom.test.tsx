import { expect, it, vi } from 'vitest';
import type { ImportPreview } from '#core/contract/import.ts';
import { Refusal, serveApi, type Script } from '#ui/testing/api-stand-in.ts';
import { id, threadCard, threadPage } from '#ui/testing/examples.ts';
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
  settle,
} from '#ui/testing/screen.tsx';
import { choose, click, giveFiles, type } from '#ui/testing/user.ts';
import { ImportButton } from './import-button.tsx';
import { importDialogTexts as texts, importTexts } from './texts.ts';

const entry = (line: number, verdict: string, more: object = {}) => ({
  line,
  kind: 'source',
  url: `https://example.org/${line}`,
  tags: [],
  highlights: [],
  verdict,
  ...more,
});
const PREVIEW = {
  format: 'pocket-csv',
  label: 'Pocket export',
  entries: [
    entry(1, 'new', { title: 'First', folder: 'Reading', tags: ['a', 'b'] }),
    entry(3, 'known', { of: 'Known page' }),
    entry(4, 'bookmark', { why: 'No such scheme' }),
  ],
  unread: [{ line: 2, text: 'not a link', why: 'It holds no link' }],
  totals: { new: 1, known: 1, repeated: 0, listing: 0, bookmark: 1, unreadable: 1 },
} as unknown as ImportPreview;

const opened = async (script: Script = {}) => {
  const server = serveApi({
    'GET threads': () => threadPage(threadCard(801, { title: 'Memory' })),
    'POST imports/read': () => PREVIEW,
    'POST imports': () => ({ _id: id(1), total: 1, resumed: false }),
    ...script,
  });
  await render(<ImportButton />);
  await click(getByRole('button', importTexts.open));
  await findByRole('dialog', texts.title);
  return server;
};
const file = () => new File(['url,title\n'], 'pocket.csv', { type: 'text/csv' });
/** The file input is hidden; people click the button above it. */
const chooser = () => {
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('There is no file chooser.');
  return input;
};
const rows = () => itemsOf(getByRole('list', texts.list));

it('previews a file line by line before anything starts', async () => {
  const server = await opened();
  await giveFiles(chooser(), file());
  await findText('Pocket export');
  expect(pageText()).toContain(texts.entries(4));
  expect(rows()).toEqual([
    `First https://example.org/1 Reading · a · b ${texts.verdicts.new}`,
    `not a link It holds no link ${texts.verdicts.unreadable}`,
    `https://example.org/3 ${texts.verdicts.known}`,
    `https://example.org/4 No such scheme ${texts.verdicts.bookmark}`,
  ]);
  expect(server.of('POST imports/read')[0]?.query).toEqual({ name: 'pocket.csv' });
  expect(server.of('POST imports')).toHaveLength(0);
});

it('filters lines by result', async () => {
  await opened();
  await giveFiles(chooser(), file());
  await findText('Pocket export');
  expect(queryByRole('radio', texts.verdict(texts.verdicts.repeated, 0))).toBeUndefined();
  await click(getByRole('radio', texts.verdict(texts.verdicts.unreadable, 1)));
  expect(rows()).toHaveLength(1);
});

it('imports what can be read or bookmarked, and closes', async () => {
  const server = await opened();
  await giveFiles(chooser(), file());
  await click(await findByRole('button', texts.start(2)));
  await findNoRole('dialog');
  const body = server.of('POST imports')[0]?.body as { items: unknown[]; key?: string };
  expect(body).toMatchObject({ name: 'pocket.csv', format: 'pocket-csv', unread: PREVIEW.unread });
  expect(body.items).toHaveLength(3);
  expect(body.items[0]).not.toHaveProperty('verdict');
  expect(body).not.toHaveProperty('threadId');
});

it('says that an earlier import continues', async () => {
  await opened({ 'POST imports': () => ({ _id: id(1), total: 1, resumed: true }) });
  await giveFiles(chooser(), file());
  await click(await findByRole('button', texts.start(2)));
  await findText(texts.resumed);
});

it("stays open with its preview if the import can't be started", async () => {
  await opened({ 'POST imports': () => new Refusal(413, 'too_large', 'At most 50,000 lines.') });
  await giveFiles(chooser(), file());
  await click(await findByRole('button', texts.start(2)));
  await findText('At most 50,000 lines.');
  expect(rows()).toHaveLength(4);
});

it('imports into a thread, which also counts known sources', async () => {
  const known = {
    ...PREVIEW,
    entries: [entry(1, 'known')],
    unread: [],
    totals: { new: 0, known: 1, repeated: 0, listing: 0, bookmark: 0, unreadable: 0 },
  };
  const server = await opened({ 'POST imports/read': () => known });
  await giveFiles(chooser(), file());
  expect(await findByRole('button', texts.nothing)).toHaveProperty('disabled', true);
  await choose(getByRole('combobox', texts.thread), 'Memory');
  await giveFiles(chooser(), file());
  await click(await findByRole('button', texts.start(1)));
  await findNoRole('dialog');
  expect(server.of('POST imports/read')[1]?.query).toMatchObject({ threadId: id(801) });
  expect(server.of('POST imports')[0]?.body).toMatchObject({ threadId: id(801) });
});

it('reads pasted links once there are some', async () => {
  const server = await opened();
  const look = getByRole('button', texts.preview);
  expect(look).toHaveProperty('disabled', true);
  await type(getByRole('textbox', texts.paste), '  ');
  expect(look).toHaveProperty('disabled', true);
  await type(getByRole('textbox', texts.paste), 'https://example.org/1');
  await click(look);
  await findText('Pocket export');
  expect(server.of('POST imports/read')[0]?.query).toEqual({ name: texts.pasted });
});

it('keeps pasted text when the person goes back to choose another file', async () => {
  await opened();
  await type(getByRole('textbox', texts.paste), 'https://example.org/1');
  await click(getByRole('button', texts.preview));
  await click(await findByRole('button', texts.another));
  expect(getByRole('textbox', texts.paste)).toHaveProperty('value', 'https://example.org/1');
});

it('shows the file that is being read, and accepts no other meanwhile', async () => {
  const answer = Promise.withResolvers<ImportPreview>();
  await opened({ 'POST imports/read': () => answer.promise });
  await giveFiles(chooser(), file());
  expect(await findByRole('button', texts.reading('pocket.csv'))).toHaveProperty('disabled', true);
  answer.resolve(PREVIEW);
  await findText('Pocket export');
});

it('says why a file could not be read', async () => {
  await opened({
    'POST imports/read': () => new Refusal(422, 'unsupported', 'This is no list of links.'),
  });
  await giveFiles(chooser(), file());
  expect(pageText(await findByRole('alert'))).toBe('This is no list of links.');
});

it('accepts a dropped file', async () => {
  const server = await opened();
  const zone = getByRole('textbox', texts.paste).parentElement;
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(drop, { dataTransfer: { files: [file()] } });
  zone?.dispatchEvent(drop);
  await findText('Pocket export');
  expect(drop.defaultPrevented).toBe(true);
  expect(server.of('POST imports/read')[0]?.query).toEqual({ name: 'pocket.csv' });
});

it('shows the first lines of a long file, and the number of the rest', async () => {
  const long = {
    ...PREVIEW,
    unread: [],
    entries: Array.from({ length: 230 }, (_, n) => entry(n + 1, 'new')),
    totals: { new: 230, known: 0, repeated: 0, listing: 0, bookmark: 0, unreadable: 0 },
  };
  await opened({ 'POST imports/read': () => long });
  await giveFiles(chooser(), file());
  await findText(texts.more(30));
  expect(rows()).toHaveLength(200);
  expect(getByRole('button', texts.start(230))).toBeDefined();
});

it('opens the file picker with its button', async () => {
  await opened();
  const pressed = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  await click(
    getAllByRole('button').filter((it) => pageText(it).startsWith(texts.choose))[0] ??
      document.body,
  );
  await settle();
  expect(pressed).toHaveBeenCalledOnce();
  pressed.mockRestore();
});

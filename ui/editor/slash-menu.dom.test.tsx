import type { SlashCommand } from '#core/editor/slash-commands.ts';
import { expect, it, vi } from 'vitest';
import {
  findByRole,
  findNoRole,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
} from '#ui/testing/screen.tsx';
import { openNotes, type OpenNotes, paragraph } from './testing/open-notes.tsx';
import { blockTexts } from './texts/blocks.ts';
import { editorTexts } from './texts/editor.ts';
import { textBlockTexts } from './texts/text-blocks.ts';

const menu = () => getByRole('listbox', editorTexts.notes.insert);
const titles = () =>
  getAllByRole('option', undefined, menu()).map((it) => it.firstElementChild?.textContent);
const marked = () =>
  getAllByRole('option').filter((it) => it.getAttribute('aria-selected') === 'true');
const opened = async (query = '', ...more: [] | [Parameters<typeof openNotes>[2]]) => {
  const notes = await openNotes([paragraph('')], {}, more[0]);
  await notes.write(`/${query}`);
  await findByRole('listbox', editorTexts.notes.insert);
  return notes;
};
const pick = async (notes: OpenNotes, query: string) => {
  await notes.write(query);
  await notes.key('Enter');
};

it('opens with / and lists text blocks and Gloss blocks', async () => {
  await opened();
  for (const title of ['Text', 'Heading 1', 'Checklist', 'Table', 'Code', 'Divider'])
    expect(titles()).toContain(title);
  for (const title of [blockTexts.callout.name, blockTexts.toggle.name, blockTexts.insight.name])
    expect(titles()).toContain(title);
});

it('finds a block by name or synonym', async () => {
  const notes = await opened('todo');
  expect(titles()).toEqual(['Checklist']);
  for (let n = 0; n < 4; n += 1) await notes.key('Backspace');
  expect(pageText(notes.field)).toBe('/todo');
});

it('groups its options, and moves through the groups in the visible order', async () => {
  const notes = await opened();
  const groups = getAllByRole('group', undefined, menu()).map((it) =>
    it.getAttribute('aria-label'),
  );
  expect(groups).toEqual(
    Object.values(editorTexts.slashGroups).filter((it) => groups.includes(it)),
  );
  expect(groups.length).toBeGreaterThanOrEqual(4);
  const walked: (string | null | undefined)[] = [];
  for (const _ of titles()) {
    walked.push(marked()[0]?.firstElementChild?.textContent);
    await notes.key('ArrowDown');
  }
  expect(walked).toEqual(titles());
  for (const option of getAllByRole('option')) expect(option.querySelector('svg')).not.toBeNull();
});

it('moves between options with the arrow keys, in a circle', async () => {
  const notes = await opened();
  const all = titles();
  expect(marked().map((it) => it.firstElementChild?.textContent)).toEqual([all[0]]);
  await notes.key('ArrowDown');
  expect(marked()[0]?.firstElementChild?.textContent).toBe(all[1]);
  await notes.key('ArrowUp');
  await notes.key('ArrowUp');
  expect(marked()[0]?.firstElementChild?.textContent).toBe(all.at(-1));
});

it('replaces the typed text with the chosen block', async () => {
  const notes = await opened();
  await pick(notes, 'h2');
  await notes.write('Ice');
  expect(notes.markdown()).toBe('## Ice');
  expect(queryByRole('listbox')).toBeUndefined();
});

it('chooses with Tab too', async () => {
  const notes = await opened('bullet');
  await notes.key('Tab');
  await notes.write('one');
  expect(notes.markdown()).toBe('- one');
});

it('chooses with the pointer without moving the focus', async () => {
  const notes = await opened('divider');
  notes.field.focus();
  getByRole('option', /^Divider/).dispatchEvent(
    new MouseEvent('mousedown', { bubbles: true, cancelable: true }),
  );
  await findNoRole('listbox');
  expect(notes.types()[0]).toBe('horizontalRule');
  expect(document.activeElement).toBe(notes.field);
});

it('closes with Escape and keeps what was typed', async () => {
  const notes = await opened('quote');
  await notes.key('Escape');
  await findNoRole('listbox');
  expect(pageText(notes.field)).toBe('/quote');
});

it('closes when nothing matches', async () => {
  const notes = await opened();
  await notes.write('qqq');
  await findNoRole('listbox');
});

it('stays closed in code and inside words', async () => {
  const notes = await openNotes();
  await notes.write('and/or');
  expect(queryByRole('listbox')).toBeUndefined();
  await notes.key('Enter');
  await notes.write('``` /');
  expect(queryByRole('listbox')).toBeUndefined();
});

it('inserts a 3 × 3 table with a header row', async () => {
  const notes = await opened();
  await pick(notes, 'table');
  const table = getByRole('table', undefined, notes.field);
  expect(getAllByRole('row', undefined, table)).toHaveLength(3);
  expect(getAllByRole('columnheader', undefined, table)).toHaveLength(3);
});

it('inserts a Gloss block in place of the line, with a line below it', async () => {
  const notes = await opened();
  await pick(notes, 'callout');
  expect(getByRole('figure', blockTexts.callout.kinds.note)).toBeDefined();
  expect(notes.types()).toEqual(['callout', 'paragraph']);
  expect(notes.markdown()).toContain('[!NOTE]');
});

it('puts the cursor into the first field of the new block', async () => {
  const notes = await opened();
  await pick(notes, 'insight');
  const field = await findByRole('textbox', blockTexts.insight.text);
  await expect.poll(() => document.activeElement).toBe(field);
});

it('offers the blocks of the page only where it can make them', async () => {
  await opened();
  expect(titles()).not.toContain('Summary');
});

it('asks the page to make its blocks', async () => {
  const make = vi.fn();
  const notes = await opened('', { hosts: { summary: make } });
  await pick(notes, 'summary');
  expect(make).toHaveBeenCalledOnce();
  expect(pageText(notes.field)).toBe('');
});

it('offers the commands of the page', async () => {
  const run = vi.fn();
  const commands = (): SlashCommand[] => [
    {
      id: 'ideas',
      title: 'Blog ideas',
      hint: 'Of a video',
      group: 'more',
      icon: 'newspaper',
      keywords: ['post'],
      run,
    },
  ];
  const notes = await opened('', { pageCommands: commands });
  expect(titles()).toContain(textBlockTexts.image.frame.title);
  await pick(notes, 'ideas');
  expect(run).toHaveBeenCalledOnce();
});

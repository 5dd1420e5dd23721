import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { SourceType } from '#core/contract/source.ts';
import { KIND_NAMES, kindDescriptor } from '#core/kinds.ts';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { id, threadCard, threadPage } from '#ui/testing/examples.ts';
import { getAllByRole, getByRole, itemsOf, render } from '#ui/testing/screen.tsx';
import { choose, click, type } from '#ui/testing/user.ts';
import { filterTexts as texts, type SourceFilter, SourceFilters, TypeFilter } from './index.ts';

const ANY: SourceFilter = { threadId: '', tag: '', channel: '', from: '', to: '' };
const NAMES = {
  tags: ['biology', 'memory'],
  folders: [],
  channels: ['A channel', 'example.org'],
};

function Shown({ first, onChange }: { first: SourceFilter; onChange: (it: object) => void }) {
  const [value, setValue] = useState(first);
  return (
    <SourceFilters
      value={value}
      onChange={(chosen) => {
        onChange(chosen);
        setValue({ ...value, ...chosen });
      }}
    />
  );
}
async function shown(first: Partial<SourceFilter> = {}) {
  serveApi({
    'GET threads': () => threadPage(threadCard(1, { title: 'Memory' }), threadCard(2)),
    'GET search/names': () => NAMES,
  });
  const onChange = vi.fn();
  await render(<Shown first={{ ...ANY, ...first }} onChange={onChange} />);
  await expect.poll(() => itemsOf(list(texts.thread))).toHaveLength(3);
  await expect.poll(() => itemsOf(list(texts.tag))).toContain('biology');
  return onChange;
}
const list = (label: string) => getByRole('combobox', label) as HTMLSelectElement;
const picked = (label: string) => list(label).selectedOptions[0]?.text;
const day = (label: string) =>
  [...document.querySelectorAll('input')].find((it) =>
    it.labels?.[0]?.textContent?.includes(label),
  );

it('filters nothing at first', async () => {
  await shown();
  expect(picked(texts.thread)).toBe(texts.anyThread);
  expect(picked(texts.tag)).toBe(texts.anyTag);
  expect(picked(texts.channel)).toBe(texts.anyChannel);
  expect([day(texts.from)?.value, day(texts.to)?.value]).toEqual(['', '']);
});

it('lists the existing threads, tags, channels and sites', async () => {
  await shown();
  expect(itemsOf(list(texts.thread))).toEqual([texts.anyThread, 'Memory', 'Thread 2']);
  expect(itemsOf(list(texts.tag))).toEqual([texts.anyTag, ...NAMES.tags]);
  expect(itemsOf(list(texts.channel))).toEqual([texts.anyChannel, ...NAMES.channels]);
});

it('reports each choice', async () => {
  const onChange = await shown();
  await choose(list(texts.thread), 'Memory');
  await choose(list(texts.tag), 'biology');
  await choose(list(texts.channel), 'example.org');
  expect(onChange.mock.calls).toEqual([
    [{ threadId: id(1) }],
    [{ tag: 'biology' }],
    [{ channel: 'example.org' }],
  ]);
});

it('resets to any', async () => {
  const onChange = await shown({ tag: 'memory' });
  expect(picked(texts.tag)).toBe('memory');
  await choose(list(texts.tag), texts.anyTag);
  expect(onChange).toHaveBeenLastCalledWith({ tag: '' });
});

it('keeps a selected tag that no source has any more', async () => {
  await shown({ tag: 'forgotten' });
  expect(picked(texts.tag)).toBe('forgotten');
});

it('limits each day by the other', async () => {
  const onChange = await shown({ from: '2026-01-10', to: '2026-02-10' });
  expect(day(texts.from)?.max).toBe('2026-02-10');
  expect(day(texts.to)?.min).toBe('2026-01-10');
  const from = day(texts.from);
  if (!from) throw new Error('There is no first day.');
  await type(from, '2026-01-20');
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-01-20' });
  expect(day(texts.to)?.min).toBe('2026-01-20');
});

it("works when the names can't be loaded", async () => {
  serveApi({});
  await render(<Shown first={ANY} onChange={vi.fn()} />);
  expect(itemsOf(list(texts.tag))).toEqual([texts.anyTag]);
  expect(itemsOf(list(texts.thread))).toEqual([texts.anyThread]);
});

function Types({ onChange }: { onChange: (type: SourceType | '') => void }) {
  const [value, setValue] = useState<SourceType | ''>('');
  return (
    <TypeFilter
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

it('shows sources of one kind or of all', async () => {
  const onChange = vi.fn();
  await render(<Types onChange={onChange} />);
  const group = getByRole('radiogroup', texts.type);
  const options = getAllByRole('radio', undefined, group);
  expect(options).toHaveLength(KIND_NAMES.length + 1);
  const [first] = KIND_NAMES;
  await click(getByRole('radio', kindDescriptor(first).label));
  expect(onChange).toHaveBeenLastCalledWith(first);
  await click(getByRole('radio', texts.anyType));
  expect(onChange).toHaveBeenLastCalledWith('');
});

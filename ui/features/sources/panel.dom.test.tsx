/** The panel of a thread's sources, as a sheet and docked. */
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { KINDS } from '#core/kinds.ts';
import { matchOnly } from '#ui/testing/browser-parts.ts';
import { Refusal, serveApi } from '#ui/testing/api-stand-in.ts';
import { id, pdfSource, thread, webSource } from '#ui/testing/examples.ts';
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
import { SourcesPanel } from './panel.tsx';
import { SourceDialogs } from './source-dialogs.tsx';
import { IN_PROGRESS, SOURCES } from './testing/sources.ts';
import { panelTexts } from './texts/panel.ts';
import { selectorTexts, sourceSearchTexts, sourceTexts, statusTexts } from './texts/sources.ts';

const panel = (more: Partial<Parameters<typeof SourcesPanel>[0]> = {}) => (
  <SourcesPanel
    open
    onOpenChange={vi.fn()}
    sources={SOURCES}
    currentId={id(2)}
    adding={false}
    onView={vi.fn()}
    onAdd={vi.fn()}
    onRemove={vi.fn()}
    onEditLink={vi.fn()}
    own
    unselected={new Set()}
    onChange={vi.fn()}
    {...more}
  />
);

/** The panel asks to remove a source, and the thread's screen confirms that. */
function Removing({ onRemove }: { onRemove: (source: Source) => void }) {
  const [source, setSource] = useState<Source>();
  return (
    <>
      {panel({ onRemove: setSource })}
      {source && (
        <SourceDialogs
          action={{ kind: 'remove', source }}
          onClose={() => setSource(undefined)}
          thread={thread(1, { thread_source_data: SOURCES })}
          onRemove={onRemove}
          onView={vi.fn()}
          onAdded={vi.fn()}
        />
      )}
    </>
  );
}

it('counts the sources of each kind, and shows those of one kind with their own numbers', async () => {
  await render(panel());
  expect(getAllByRole('tab').map(nameOf)).toEqual(['All 3', 'YouTube 1', 'PDF 1', 'Web 1']);
  expect(itemsOf(getByRole('list', 'Sources'))).toHaveLength(3);
  await click(getByRole('tab', 'Web 1'));
  const [row] = itemsOf(getByRole('list', 'Sources'));
  expect(row).toContain('3 Broken page');
});

it('has a tab of EPUBs where there is one', async () => {
  await render(panel({ sources: [...SOURCES, webSource(4, { sourceType: 'epub' })] }));
  expect(getAllByRole('tab').map(nameOf).at(-1)).toBe('EPUB 1');
});

it('says which source is shown, and shows another', async () => {
  const viewed = vi.fn();
  await render(panel({ onView: viewed }));
  const rows = itemsOf(getByRole('list', 'Sources'));
  expect(rows.filter((it) => it.includes(panelTexts.current))).toEqual([rows[1]]);
  await click(getByRole('button', /^Video 1/));
  expect(viewed).toHaveBeenCalledOnce();
});

it('removes a source from the thread once that is confirmed', async () => {
  const removed = vi.fn();
  await render(<Removing onRemove={removed} />);
  await click(getByRole('button', panelTexts.optionsOf('Paper 2')));
  await click(await findByRole('button', 'Remove source'));
  const dialog = await findByRole('alertdialog', panelTexts.removeTitle);
  expect(pageText(dialog)).toContain(panelTexts.removeText('Paper 2'));
  await click(getByRole('button', panelTexts.removeAction, dialog));
  await findNoRole('alertdialog');
  expect(removed.mock.calls.map(([it]) => (it as Source)._id)).toEqual([id(2)]);
});

it('offers to change the link of a source that could not be read, and of no other', async () => {
  const edited = vi.fn();
  await render(panel({ onEditLink: edited }));
  await click(getByRole('button', panelTexts.optionsOf('Broken page')));
  await click(await findByRole('button', panelTexts.editLink));
  expect(edited.mock.calls.map(([it]) => (it as Source)._id)).toEqual([id(3)]);
  await click(getByRole('button', panelTexts.optionsOf('Paper 2')));
  await findByRole('button', panelTexts.view);
  expect(queryByRole('button', panelTexts.editLink)).toBeUndefined();
});

it('offers to a reader to view, and nothing that changes the thread', async () => {
  await render(panel({ onAdd: undefined, onRemove: undefined, own: false }));
  expect(queryByRole('button', panelTexts.add)).toBeUndefined();
  expect(queryByRole('button', sourceTexts.retryOf('Broken page'))).toBeUndefined();
  await click(getByRole('button', panelTexts.optionsOf('Paper 2')));
  await findByRole('button', 'View source');
  expect(queryByRole('button', 'Remove source')).toBeUndefined();
  expect(queryByRole('link', panelTexts.details)).toBeUndefined();
});

it('reads a source again that could not be read, and says why that was refused', async () => {
  const server = serveApi({
    'POST sources/:id/retry': () => new Refusal(429, 'too_many', 'Slow down.'),
  });
  await render(panel());
  await click(getByRole('button', sourceTexts.retryOf('Broken page')));
  await findText('Slow down.');
  expect(server.of('POST sources/:id/retry')[0]?.path).toBe(`sources/${id(3)}/retry`);
});

it('does not offer to read again what stays unreadable', async () => {
  const locked = pdfSource(7, {
    canonicalUrl: 'upload:abc',
    status: { transcript: 0, embedding: 2, webpage_processing: 0 },
    error: { code: 'password_protected', message: 'It needs a password.' },
  });
  await render(panel({ sources: [locked] }));
  expect(pageText()).toContain(statusTexts.issues);
  expect(queryByRole('button', sourceTexts.retryOf('Paper 7'))).toBeUndefined();
});

it('says how to add the first source of a kind', async () => {
  const add = vi.fn();
  await render(panel({ sources: [], onAdd: add }));
  await click(getByRole('tab', 'PDF 0'));
  await findByRole('heading', KINDS.pdf.empty.title);
  await click(getByRole('button', panelTexts.addOf('PDF')));
  expect(add).toHaveBeenCalledOnce();
});

it('takes turns with what could be added first, unless motion is to be calm', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await render(panel({ sources: [] }));
  expect(pageText()).toContain(KINDS.youtube.empty.title);
  await vi.advanceTimersByTimeAsync(3_100);
  vi.useRealTimers();
  await findText(KINDS.pdf.empty.title);
  matchOnly('(prefers-reduced-motion: reduce)');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await vi.advanceTimersByTimeAsync(7_000);
  vi.useRealTimers();
  expect(pageText()).toContain(KINDS.pdf.empty.title);
});

type PanelProps = Partial<Parameters<typeof SourcesPanel>[0]>;
function Docked({ start = [], ...more }: PanelProps & { start?: string[] }) {
  const [unselected, setUnselected] = useState<ReadonlySet<string>>(new Set(start));
  return (
    <>
      {panel({ isDocked: true, unselected, onChange: setUnselected, ...more })}
      <output>{[...unselected].sort().join()}</output>
    </>
  );
}
const rows = () => itemsOf(getByRole('list', sourceTexts.list));
const check = (title: string) =>
  getAllByRole('checkbox', panelTexts.use).find(
    (it) => it.getAttribute('aria-description') === title,
  ) as HTMLButtonElement;

it('is a region beside the panes where it is docked, and can be closed', async () => {
  const opened = vi.fn();
  await render(<Docked onOpenChange={opened} />);
  const region = getByRole('region', 'Sources');
  expect(queryByRole('dialog')).toBeUndefined();
  expect(getAllByRole('tab', undefined, region).map(nameOf)).toEqual([
    'All 3',
    'YouTube 1',
    'PDF 1',
    'Web 1',
  ]);
  await click(getByRole('button', panelTexts.close, region));
  expect(opened).toHaveBeenCalledWith(false);
});

it('says and changes what the assistant uses', async () => {
  await render(<Docked start={[id(1)]} />);
  expect(check('Video 1').getAttribute('aria-checked')).toBe('false');
  expect(pageText()).toContain(panelTexts.used(1, 3));
  await click(check('Video 1'));
  await click(check('Paper 2'));
  expect(pageText(getByRole('status'))).toBe(id(2));
  await click(getByRole('button', panelTexts.optionsOf('Video 1')));
  await click(await findByRole('button', panelTexts.useOnly));
  expect(pageText(getByRole('status'))).toBe(`${id(2)},${id(3)}`);
});

it('leads owners to the tags and details of a source', async () => {
  await render(<Docked />);
  await click(getByRole('button', panelTexts.optionsOf('Paper 2')));
  const link = await findByRole('link', panelTexts.details);
  expect(link.getAttribute('href')).toBe(`/library/${id(2)}`);
});

it('selects for the assistant only what is listed', async () => {
  await render(<Docked />);
  await click(getByRole('tab', 'PDF 1'));
  await click(getByRole('button', selectorTexts.none));
  expect(pageText(getByRole('status'))).toBe(id(2));
});

it('finds a source, opens the best match by Enter, and begins again', async () => {
  const [viewed, found] = [vi.fn(), vi.fn()];
  await render(<Docked onView={viewed} onFound={found} />);
  const field = getByRole('searchbox', sourceSearchTexts.field) as HTMLInputElement;
  await type(field, 'paper');
  await expect.poll(rows).toHaveLength(1);
  expect(rows()[0]).toContain('2 Paper 2');
  await press('Enter', { on: field });
  expect(found.mock.calls).toEqual([[id(2)]]);
  expect(field.value).toBe('');
  await expect.poll(rows).toHaveLength(3);
  await press('ArrowDown', { on: field });
  await press('ArrowDown');
  await press('Enter');
  expect(viewed.mock.calls).toEqual([[id(3)]]);
});

it('filters by state and by tag, and shows all again', async () => {
  const sources = [
    ...SOURCES,
    webSource(4, { tags: ['later', 'biology'] }),
    pdfSource(5, { status: IN_PROGRESS, tags: ['biology'] }),
  ];
  await render(<Docked sources={sources} />);
  expect(rows()[3]).toContain('later, biology');
  const filters = getByRole('button', panelTexts.filter);
  expect(filters.getAttribute('aria-expanded')).toBe('false');
  await click(filters);
  const tag = getByRole('combobox', panelTexts.tag);
  expect(itemsOf(tag)).toEqual([panelTexts.anyTag, 'biology', 'later']);
  await choose(tag, 'biology');
  expect(rows()).toHaveLength(2);
  await choose(getByRole('combobox', panelTexts.state), panelTexts.states.processing);
  expect(rows()).toEqual([expect.stringContaining('5 Paper 5')]);
  await choose(getByRole('combobox', panelTexts.state), panelTexts.states.issue);
  await findText(panelTexts.noneListed);
  await click(getByRole('button', panelTexts.showAll));
  expect(rows()).toHaveLength(5);
});

it('says that nothing was found, and shows all again', async () => {
  await render(<Docked />);
  await click(getByRole('tab', 'PDF 1'));
  await type(getByRole('searchbox', sourceSearchTexts.field), 'video');
  await findText(sourceSearchTexts.nothing('video'));
  await click(getByRole('button', panelTexts.searchAll));
  await expect.poll(rows).toHaveLength(1);
  await type(getByRole('searchbox', sourceSearchTexts.field), 'nothing like it');
  await click(await findByRole('button', panelTexts.showAll));
  await expect.poll(rows).toHaveLength(3);
});

/** The sources of a thread as cards, and in the lists to choose from. */
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { id, pdfSource, videoSource, webSource } from '#ui/testing/examples.ts';
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
import { click, press, type } from '#ui/testing/user.ts';
import { MissingSource } from './missing-source.tsx';
import { SourceSelector } from './selector.tsx';
import { SourceIcon, SourcePicture } from './source-picture.tsx';
import { SourceStrip } from './strip.tsx';
import { SourceSwitch } from './switch.tsx';
import { IN_PROGRESS, SOURCES } from './testing/sources.ts';
import {
  selectorTexts,
  sourceSearchTexts as searchTexts,
  sourceTexts,
  statusTexts,
  stripTexts,
  switchTexts,
} from './texts/sources.ts';

const strip = (
  sources: readonly Source[],
  more: Partial<Parameters<typeof SourceStrip>[0]> = {},
) => (
  <SourceStrip isFolded={false} sources={sources} currentId={id(1)} onView={vi.fn()} {...more} />
);

it('shows a card for each source, with what is wrong with those that are not ready', async () => {
  await render(strip([...SOURCES, pdfSource(4, { status: IN_PROGRESS })]));
  const cards = itemsOf(getByRole('list', 'Sources'));
  expect(cards[0]).toBe('Video 1 A channel');
  expect(cards[2]).toBe(`Broken page ${statusTexts.pageFailed}`);
  const broken = getByRole('button', /Broken page/);
  expect(broken.getAttribute('aria-description')).toBe(
    `${statusTexts.unreadableTip('Web')}\nThe site did not answer.`,
  );
  expect(getByRole('button', /Paper 4/).dataset['tooltip']).toBe(statusTexts.processingTip);
});

it('says on a card that the images of a ready source are still being saved', async () => {
  const { update } = await render(strip([webSource(5, { saving: true })]));
  expect(itemsOf(getByRole('list', 'Sources'))).toEqual(['Page 5 Saving images…']);
  await update(strip([webSource(5)]));
  expect(itemsOf(getByRole('list', 'Sources'))[0]).not.toContain('Saving');
});

it('is one tab stop with arrow keys between cards', async () => {
  const viewed = vi.fn();
  await render(strip(SOURCES, { currentId: id(2), onView: viewed }));
  const cards = getAllByRole('button');
  expect(cards.map((it) => it.tabIndex)).toEqual([-1, 0, -1]);
  expect(cards.map((it) => it.getAttribute('aria-current'))).toEqual(['false', 'true', 'false']);
  cards[1]?.focus();
  await press('ArrowRight');
  expect(document.activeElement).toBe(cards[2]);
  await press('ArrowRight');
  await press('Home');
  expect(document.activeElement).toBe(cards[0]);
  await press('End');
  await press('Enter');
  expect(viewed.mock.calls).toEqual([[id(3)]]);
});

it('shows sources that are being added', async () => {
  await render(
    strip(SOURCES, {
      awaited: [
        { name: 'example.org/a', waits: false },
        { name: 'example.org/b', waits: true },
      ],
    }),
  );
  expect(pageText()).toContain(`example.org/a ${sourceTexts.adding}`);
  expect(pageText()).toContain(`example.org/b ${sourceTexts.offline}`);
});

it('has a text button for the first source, and an icon for more', async () => {
  const add = vi.fn();
  const shown = await render(strip([], { onAdd: add }));
  await click(getByRole('button', stripTexts.first));
  await shown.update(strip(SOURCES, { onAdd: add }));
  await click(getByRole('button', stripTexts.add));
  expect(add).toHaveBeenCalledTimes(2);
  await shown.update(strip(SOURCES));
  expect(queryByRole('button', stripTexts.add)).toBeUndefined();
});

it('renders only the visible cards of many sources', async () => {
  const many = Array.from({ length: 300 }, (_, n) => webSource(n + 1));
  await render(strip(many));
  const list = await findByRole('list', 'Sources');
  expect(itemsOf(list).length).toBeLessThan(60);
  expect(getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('300');
});

function Selecting({ sources, start }: { sources: readonly Source[]; start: string[] }) {
  const [unselected, setUnselected] = useState<ReadonlySet<string>>(new Set(start));
  return (
    <>
      <SourceSelector sources={sources} unselected={unselected} onChange={setUnselected} />
      <output>{[...unselected].sort().join()}</output>
    </>
  );
}
const putAside = () => pageText(getByRole('status'));
const openSelector = async (sources: readonly Source[] = SOURCES, start: string[] = []) => {
  await render(<Selecting sources={sources} start={start} />);
  await click(getByRole('button', 'Select sources'));
  await findByRole('dialog', selectorTexts.label);
};

it('shows how many sources AI may use', async () => {
  await render(<Selecting sources={SOURCES} start={[id(1)]} />);
  const button = getByRole('button', 'Select sources');
  expect(button.getAttribute('aria-description')).toBe(selectorTexts.chosen(1, 3));
});

it('excludes and includes a source, and uses only one', async () => {
  await openSelector();
  const dialog = getByRole('dialog', selectorTexts.label);
  await click(getByRole('checkbox', selectorTexts.use('Paper 2'), dialog));
  expect(putAside()).toBe(id(2));
  await click(getByRole('checkbox', selectorTexts.use('Paper 2'), dialog));
  expect(putAside()).toBe('');
  await click(getByRole('button', selectorTexts.useOnly('Video 1'), dialog));
  expect(putAside()).toBe(`${id(2)},${id(3)}`);
});

it('selects all and none', async () => {
  await openSelector(SOURCES, [id(1)]);
  await click(getByRole('button', selectorTexts.all));
  expect(putAside()).toBe('');
  await click(getByRole('button', selectorTexts.none));
  expect(putAside()).toBe([1, 2, 3].map(id).join());
});

it('searches many sources, and selects those found', async () => {
  await openSelector(Array.from({ length: 20 }, (_, n) => webSource(n + 1)));
  const find = getByRole('searchbox', searchTexts.field);
  await type(find, 'page 2');
  await expect.poll(() => itemsOf(getByRole('list', selectorTexts.title))).toHaveLength(3);
  await click(getByRole('button', selectorTexts.none));
  expect(putAside()).toBe([2, 12, 20].map(id).join());
  await press('Enter', { on: find });
  expect(putAside()).toBe(
    Array.from({ length: 20 }, (_, n) => id(n + 1))
      .filter((it) => it !== id(2))
      .join(),
  );
});

it("disables sources that can't be read", async () => {
  await openSelector();
  const check = getByRole('checkbox', selectorTexts.use('Broken page'));
  expect(check).toHaveProperty('disabled', true);
  expect(check.getAttribute('aria-checked')).toBe('false');
  await click(getByRole('button', /Broken page/));
  expect(putAside()).toBe('');
});

it('allows the processed pages of a long PDF', async () => {
  await openSelector([
    pdfSource(5, {
      status: IN_PROGRESS,
      progress: { stage: 'extract', done: 20, total: 100, readyThrough: 20 },
    }),
  ]);
  expect(getByRole('checkbox', selectorTexts.use('Paper 5'))).toHaveProperty('disabled', false);
});

const openSwitch = async (sources: readonly Source[], onView = vi.fn()) => {
  await render(<SourceSwitch isFolded sources={sources} currentId={id(2)} onView={onView} />);
  await click(getByRole('button', switchTexts.open));
  await findByRole('dialog', switchTexts.list);
  return onView;
};

it('shows in a collapsed tab what a card shows, including problems', async () => {
  const onView = vi.fn();
  await render(
    strip([...SOURCES, pdfSource(4, { status: IN_PROGRESS })], { isFolded: true, onView }),
  );
  const tabs = itemsOf(getByRole('list', 'Sources'));
  expect(tabs[0]).toBe('Video 1');
  expect(tabs[2]).toBe(`Broken page ${statusTexts.pageFailed}`);
  expect(tabs[3]).toContain('Paper 4');
  await click(getByRole('button', /Paper 2/));
  expect(onView).toHaveBeenCalledWith(id(2));
});

it('switches to another source with a list that marks the current one', async () => {
  const viewed = await openSwitch(SOURCES);
  const current = getByRole('button', /^Paper 2/);
  expect(current.getAttribute('aria-current')).toBe('true');
  await expect.poll(() => document.activeElement).toBe(current);
  await press('ArrowDown');
  expect(document.activeElement?.textContent).toContain('Broken page');
  await click(getByRole('button', /^Video 1/));
  await findNoRole('dialog');
  expect(viewed.mock.calls).toEqual([[id(1)]]);
});

it('shows the state of each source in the switch list', async () => {
  await openSwitch([...SOURCES, pdfSource(4, { status: IN_PROGRESS })]);
  expect(itemsOf(getByRole('list', switchTexts.list))).toEqual([
    `Video 1 ${switchTexts.ready} A channel`,
    expect.stringContaining(`Paper 2 ${switchTexts.ready}`),
    `Broken page ${statusTexts.pageFailed}`,
    expect.stringContaining('Processing'),
  ]);
});

it('finds a source by title or origin, and opens the best match with Enter', async () => {
  const many = Array.from({ length: 20 }, (_, n) => webSource(n + 1));
  const viewed = await openSwitch([...many, videoSource(50)]);
  const find = getByRole('searchbox', searchTexts.field);
  await type(find, 'a channel');
  await expect.poll(() => itemsOf(getByRole('list', switchTexts.list))).toHaveLength(1);
  await type(find, 'nothing like it');
  await findText(searchTexts.nothing('nothing like it'));
  await type(find, 'page 7');
  await press('Enter', { on: find });
  expect(viewed.mock.calls).toEqual([[id(7)]]);
});

it('finds a source by its number and its tags', async () => {
  const many = Array.from({ length: 20 }, (_, n) => webSource(n + 100));
  const viewed = await openSwitch([...many, webSource(7, { tags: ['Mémoire'] })]);
  const find = getByRole('searchbox', searchTexts.field);
  await type(find, '3');
  await press('Enter', { on: find });
  expect(viewed.mock.calls).toEqual([[id(102)]]);
  await click(getByRole('button', switchTexts.open));
  await type(await findByRole('searchbox', searchTexts.field), 'memoire');
  await expect.poll(() => itemsOf(getByRole('list', switchTexts.list))).toHaveLength(1);
});

it('has no search field for a few sources', async () => {
  await openSwitch(SOURCES);
  expect(queryByRole('searchbox')).toBeUndefined();
});

it('says that a source is gone, until it is dismissed', async () => {
  const dismissed = vi.fn();
  await render(<MissingSource onDismiss={dismissed} />);
  expect(pageText(getByRole('alert'))).toContain(sourceTexts.missing);
  await click(getByRole('button', 'Dismiss'));
  expect(dismissed).toHaveBeenCalledOnce();
});

it('shows the icon of the kind if a picture does not load', async () => {
  const source = videoSource(1, { thumbnails: { preview: '/picture.jpg' } });
  await render(
    <>
      <SourcePicture source={source} />
      <SourceIcon source={videoSource(1, { channelThumbnail: '/channel.jpg' })} />
    </>,
  );
  const pictures = () => [...document.querySelectorAll('img')].map((it) => it.getAttribute('src'));
  expect(pictures()).toEqual(['/picture.jpg', '/channel.jpg']);
  for (const image of document.querySelectorAll('img')) image.dispatchEvent(new Event('error'));
  await expect.poll(pictures).toEqual([]);
  expect(document.querySelectorAll('svg')).toHaveLength(2);
});

it('loads no picture from the site of a video', async () => {
  await render(
    <SourcePicture
      source={videoSource(1, {
        thumbnails: { youtube: { video: { high: { url: 'https://i.ytimg.com/vi/1.jpg' } } } },
      })}
    />,
  );
  expect(document.querySelector('img')).toBeNull();
});

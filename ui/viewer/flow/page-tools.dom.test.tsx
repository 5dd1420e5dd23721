import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { webSource } from '#ui/testing/examples.ts';
import {
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
  settle,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { PageFind } from './page-find.tsx';
import { PageHeader } from './page-header.tsx';
import { pageTexts as texts } from './texts.ts';
import { useFindKey } from './use-find-key.ts';

async function finding(found?: { current: number; total: number }) {
  const [onFind, onClose] = [vi.fn(), vi.fn()];
  const bar = (isReady: boolean, it = found) => (
    <PageFind isReady={isReady} found={it} onFind={onFind} onClose={onClose} />
  );
  const rendered = await render(bar(true));
  return { ...rendered, bar, onFind, onClose };
}
const field = () => getByRole('textbox', texts.find);

it('has the focus at once, and searches shortly after the last key', async () => {
  const { onFind } = await finding();
  expect(document.activeElement).toBe(field());
  await type(field(), 'mem');
  await type(field(), 'memory');
  expect(onFind).not.toHaveBeenCalledWith('mem', 'next');
  await expect.poll(() => onFind.mock.calls).toContainEqual(['memory', 'next']);
});

it('goes to the next match with Enter, and to the previous with Shift+Enter', async () => {
  const { onFind } = await finding();
  await type(field(), 'memory');
  await press('Enter');
  expect(onFind).toHaveBeenLastCalledWith('memory', 'next');
  await press('Enter', { shiftKey: true });
  expect(onFind).toHaveBeenLastCalledWith('memory', 'previous');
});

it('has buttons for the next and previous match once there is a query', async () => {
  const { onFind } = await finding();
  const next = () => getByRole('button', viewerTexts.nextMatch) as HTMLButtonElement;
  expect(next().disabled).toBe(true);
  await type(field(), 'memory');
  await click(getByRole('button', viewerTexts.previousMatch));
  expect(onFind).toHaveBeenLastCalledWith('memory', 'previous');
  await click(next());
  expect(onFind).toHaveBeenLastCalledWith('memory', 'next');
});

it('shows the number of the current match', async () => {
  const { update, bar } = await finding({ current: 2, total: 1200 });
  expect(pageText(getByRole('status'))).toBe('');
  await type(field(), 'memory');
  expect(pageText(getByRole('status'))).toBe('2 of 1,200');
  await update(bar(true, { current: 0, total: 0 }));
  expect(pageText(getByRole('status'))).toBe(viewerTexts.noResults);
});

it('waits for a page that is not ready yet', async () => {
  const [onFind, onFindReady] = [vi.fn(), vi.fn()];
  const bars = (isReady: boolean) => (
    <>
      <PageFind isReady={isReady} found={undefined} onFind={onFind} onClose={vi.fn()} />
      <PageFind isReady found={undefined} onFind={onFindReady} onClose={vi.fn()} />
    </>
  );
  const { update } = await render(bars(false));
  for (const it of getAllByRole('textbox', texts.find)) await type(it, 'memory');
  // The other page, which has the same text later, was already searched.
  await expect.poll(() => onFindReady.mock.calls).toContainEqual(['memory', 'next']);
  expect(onFind).not.toHaveBeenCalledWith('memory', 'next');
  await update(bars(true));
  await expect.poll(() => onFind.mock.calls).toContainEqual(['memory', 'next']);
});

it('closes with Escape and with its button, and removes the marks', async () => {
  const { onClose, onFind, unmount } = await finding();
  await press('Escape', { on: field() });
  await click(getByRole('button', viewerTexts.close));
  expect(onClose).toHaveBeenCalledTimes(2);
  await unmount();
  expect(onFind).toHaveBeenLastCalledWith('', 'next');
});

const header = (more: Partial<Parameters<typeof PageHeader>[0]> = {}) => (
  <PageHeader
    source={webSource(1)}
    mode="reader"
    onMode={vi.fn()}
    has={{ web: true, reader: true }}
    isBusy={false}
    isFinding={false}
    onFind={vi.fn()}
    tools={<button type="button">A tool</button>}
    {...more}
  />
);

it("shows the page's name and the tools of the source", async () => {
  await render(header());
  expect(getByRole('heading', 'Page 1')).toBeDefined();
  expect(getByRole('button', 'A tool')).toBeDefined();
  expect(queryByRole('img', texts.loading)).toBeUndefined();
});

it('switches the view, and stays in the current one', async () => {
  const onMode = vi.fn();
  await render(header({ onMode }));
  await click(getByRole('radio', texts.views.web));
  expect(onMode).toHaveBeenCalledWith('web');
  await click(getByRole('radio', texts.views.reader));
  expect(onMode).toHaveBeenCalledTimes(1);
});

it('does not offer an unavailable view', async () => {
  await render(header({ has: { web: false, reader: true } }));
  expect(getByRole('radio', texts.views.web)).toHaveProperty('disabled', true);
});

it('shows that the page is loading', async () => {
  await render(header({ isBusy: true }));
  expect(getByRole('img', texts.loading)).toBeDefined();
});

it('opens the search with a button that is pressed while it is open', async () => {
  const onFind = vi.fn();
  const { update } = await render(header({ onFind }));
  await click(getByRole('button', texts.find));
  expect(onFind).toHaveBeenCalledTimes(1);
  await update(header({ isFinding: true }));
  expect(getByRole('button', texts.find).getAttribute('aria-pressed')).toBe('true');
});

it('has no search before the page has responded', async () => {
  await render(header({ onFind: undefined }));
  expect(getByRole('button', texts.find)).toHaveProperty('disabled', true);
});

it("shows the site's icon, unless it does not load", async () => {
  await render(header({ source: webSource(1, { thumbnails: { icon: '/content/icon' } }) }));
  const icon = document.querySelector('img');
  expect(icon?.getAttribute('src')).toBe('/content/icon');
  expect(icon?.getAttribute('referrerpolicy')).toBe('no-referrer');
  icon?.dispatchEvent(new Event('error'));
  await settle();
  expect(document.querySelector('img')).toBeNull();
});

it('has no link to the original of a page without one', async () => {
  await render(header({ source: webSource(1, { sourceUrl: undefined }) }));
  expect(queryByRole('link')).toBeUndefined();
});

function Findable({ onFind }: { onFind: (() => void) | undefined }) {
  const home = useRef<HTMLDivElement>(null);
  useFindKey(home, onFind);
  return (
    <>
      <div ref={home}>
        <button type="button">Inside</button>
      </div>
      <button type="button">Outside</button>
    </>
  );
}

it("handles the browser's find shortcut in the page and without a focus", async () => {
  const onFind = vi.fn();
  await render(<Findable onFind={onFind} />);
  expect(await press('f', { on: document.body, ctrlKey: true })).toBe(true);
  expect(await press('F', { on: getByRole('button', 'Inside'), metaKey: true })).toBe(true);
  expect(onFind).toHaveBeenCalledTimes(2);
});

it('leaves the shortcut alone elsewhere, with Alt, and if search is unavailable', async () => {
  const onFind = vi.fn();
  const { update } = await render(<Findable onFind={onFind} />);
  expect(await press('f', { on: getByRole('button', 'Outside'), ctrlKey: true })).toBe(false);
  expect(await press('f', { on: document.body, ctrlKey: true, altKey: true })).toBe(false);
  expect(await press('f', { on: document.body })).toBe(false);
  await update(<Findable onFind={undefined} />);
  expect(await press('f', { on: document.body, ctrlKey: true })).toBe(false);
  expect(onFind).not.toHaveBeenCalled();
});

import { useState } from 'react';
import { Link } from 'react-router';
import { afterAll, expect, it, vi } from 'vitest';
import { serveApi, type Script, Refusal } from '#ui/testing/api-stand-in.ts';
import { id, me, threadCard, threadPage } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
  settle,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { closeKeys, closePalette, useOffer } from '#ui/kit/palette.ts';
import { setTheme } from '#ui/kit/theme.ts';
import { screenNames } from '#ui/kit/texts/screens.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { handleEarlyShortcuts } from './early-shortcuts.ts';
import { PaletteHost } from './palette-host.tsx';
import { paletteTexts } from './palette/texts.ts';
import { Router } from './router.tsx';
import { frameTexts as texts } from './texts.ts';

const server = (script: Script = {}) =>
  serveApi({
    'GET me': () => me(),
    'GET threads': () =>
      threadPage(
        threadCard(801, { title: 'Glacier physics', url: 'glaciers' }),
        threadCard(802, { title: 'Café Zürich', url: 'cafe' }),
      ),
    'GET search/names': () => ({ tags: [], folders: [], channels: [] }),
    'GET search': () => ({ hits: [], own: [], took_ms: 1 }),
    'GET sources': () => ({ docs: [], next: null }),
    ...script,
  });
let stopListening: (() => void) | undefined;
/** The page listens for its shortcuts once, before anything is shown. */
const withKeys = () => {
  stopListening ??= handleEarlyShortcuts();
  closePalette();
  closeKeys();
};
// Other test files run in the same page.
afterAll(() => stopListening?.());
const at = () => location.pathname + location.search;

it('shows the screen of an address inside the frame and marks it in the navigation', async () => {
  server();
  await render(<Router />, { at: '/search' });
  await findByRole('searchbox', 'Search your sources, notes and answers');
  const nav = getByRole('navigation', texts.main);
  const here = getAllByRole('link', undefined, nav).filter(
    (it) => it.getAttribute('aria-current') === 'page',
  );
  expect(here.map((it) => pageText(it))).toEqual([screenNames.search]);
  expect(getByRole('link', texts.skip).getAttribute('href')).toBe('#main');
});

it('moves between screens with the navigation', async () => {
  server();
  await render(<Router />, { at: '/search' });
  await findByRole('searchbox', 'Search your sources, notes and answers');
  await click(getByRole('link', screenNames.threads, getByRole('navigation', texts.main)));
  await findText('Glacier physics');
  expect(at()).toBe('/');
});

it('shows "Page not found" at an unknown address, with a link home', async () => {
  server();
  await render(<Router />, { at: '/no/such/place' });
  expect(pageText(await findByRole('heading', texts.nothing))).toBe(texts.nothing);
  expect(getByRole('link', texts.toThreads).getAttribute('href')).toBe('/');
});

function Broken(): never {
  throw new Error('Out of paper.');
}
function Bounded() {
  const [place, setPlace] = useState('/broken');
  return (
    <>
      <Link to="/fine" onClick={() => setPlace('/fine')}>
        Elsewhere
      </Link>
      <ErrorBoundary at={place}>{place === '/broken' ? <Broken /> : 'All fine'}</ErrorBoundary>
    </>
  );
}

it('shows an error without losing anything, until another screen is opened', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await render(<Bounded />);
  await findByRole('heading', texts.broke);
  expect(pageText()).toContain(texts.brokeText('Out of paper.'));
  expect(getByRole('button', texts.reload)).toBeDefined();
  await click(getByRole('link', 'Elsewhere'));
  await findText('All fine');
  expect(queryByRole('heading', texts.broke)).toBeUndefined();
  report.mockRestore();
});

function Screen({ run }: { run?: () => void }) {
  useOffer('Export notes', run);
  return (
    <>
      <button type="button">A button</button>
      <input aria-label="A field" />
      <PaletteHost />
    </>
  );
}
const palette = async (script: Script = {}, run?: () => void) => {
  const api = server(script);
  withKeys();
  await render(<Screen {...(run && { run })} />, { at: '/library' });
  getByRole('button', 'A button').focus();
  await press('k', { ctrlKey: true });
  return { api, field: await findByRole('combobox') };
};
const rows = () => getAllByRole('option').map((it) => pageText(it));

it('opens the palette with its shortcut and returns the focus', async () => {
  await palette();
  expect(getByRole('dialog', paletteTexts.title)).toBeDefined();
  await press('Escape');
  await findNoRole('dialog');
  expect(document.activeElement).toBe(getByRole('button', 'A button'));
});

it('finds threads regardless of accents, and actions', async () => {
  const { field } = await palette();
  await vi.waitFor(() => expect(rows()).toContain('Café Zürich'));
  await type(field, 'zurich cafe');
  expect(rows()).toEqual(['Café Zürich', paletteTexts.everywhere('zurich cafe')]);
  await type(field, 'dark');
  expect(rows()).toEqual([paletteTexts.dark, paletteTexts.everywhere('dark')]);
});

it('opens the chosen entry', async () => {
  const { field } = await palette();
  await vi.waitFor(() => expect(rows()).toContain('Glacier physics'));
  await type(field, 'glacier');
  await press('Enter');
  await findNoRole('dialog');
  expect(at()).toBe('/t/glaciers');
});

it('opens the search page with what was typed', async () => {
  const { field } = await palette();
  await type(field, 'ice & snow');
  await click(getByRole('option', paletteTexts.everywhere('ice & snow')));
  expect(at()).toBe('/search?q=ice+%26+snow');
});

it('searches after a pause and shows sources, passages, notes and answers', async () => {
  const { api, field } = await palette({
    'GET search': () => ({
      hits: [
        {
          source_id: id(5),
          title: 'On ice',
          sourceType: 'web',
          text: 'How ice flows.',
          highlights: [[4, 7]],
          score: 1,
          locator: { paragraph: 4 },
          place: { medium: 'flow', paragraph: 4, quote: 'ice', prefix: '', suffix: '' },
        },
      ],
      own: [],
      took_ms: 1,
    }),
  });
  await type(field, 'i');
  await type(field, 'ice');
  await findText('How ice flows.');
  expect(api.of('GET search').map((it) => it.query['q'])).toEqual(['ice']);
  await expect.poll(() => pageText(getByRole('status'))).toBe(paletteTexts.found(1));
});

it('says that nothing was found, or why the search failed', async () => {
  const { api, field } = await palette();
  await type(field, 'nowhere');
  await findText(paletteTexts.nothing);
  api.change({ 'GET search': () => new Refusal(400, 'invalid', 'Too many words.') });
  await type(field, 'nowhere else');
  await findText(paletteTexts.failedBecause('Too many words.'));
});

it('offers the actions of the current screen', async () => {
  const run = vi.fn();
  await palette({}, run);
  await click(await findByRole('option', 'Export notes'));
  expect(run).toHaveBeenCalledOnce();
  await findNoRole('dialog');
});

it('changes the theme from the palette', async () => {
  const { field } = await palette();
  await type(field, 'dark theme');
  await press('Enter');
  await findNoRole('dialog');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  setTheme('system');
});

it('shows the shortcuts on ?, but not while typing', async () => {
  server();
  withKeys();
  await render(<Screen />, { at: '/library' });
  await press('?', { on: getByRole('textbox', 'A field') });
  await settle();
  expect(queryByRole('dialog')).toBeUndefined();
  await press('?', { on: getByRole('button', 'A button') });
  await findByRole('dialog');
});

it('has no shortcuts on the sign-in page', async () => {
  server();
  withKeys();
  await render(<Screen />, { at: '/login' });
  await press('k', { ctrlKey: true });
  await press('?');
  await settle();
  expect(queryByRole('dialog')).toBeUndefined();
});

it('says that it is offline while the server is unreachable', async () => {
  const api = server({
    'GET threads': () => {
      throw new TypeError('offline');
    },
  });
  await render(<Router />, { at: '/' });
  await findText(texts.offline);
  api.change({ 'GET threads': () => threadPage() });
  await expect.poll(() => pageText(), { timeout: 10_000 }).not.toContain(texts.offline);
});

import { useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { matchOnly } from '#ui/testing/browser-parts.ts';
import { pdfSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findText,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
  settle,
  tabStopsIn,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { PdfFindBar } from './pdf-find-bar.tsx';
import { PageSidebar } from './page-sidebar.tsx';
import { PdfNotice } from './pdf-notice.tsx';
import type { PdfSession } from './pdf-session.ts';
import { NO_PDF, type PdfState } from './pdf-state.ts';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { pdfTexts as texts } from './texts.ts';
import { usePdfKeys } from './use-pdf-keys.ts';

/** The tools' calls to the PDF, one per line. */
function recorded(): { session: PdfSession; asked: unknown[][] } {
  const asked: unknown[][] = [];
  const session = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...rest: unknown[]) =>
          void asked.push([name, ...rest]),
    },
  );
  return { session: session as PdfSession, asked };
}
const READY: PdfState = { ...NO_PDF, phase: 'ready', page: 3, pages: 1200, zoom: 120 };
const toolbar = (session: PdfSession | null, state: Partial<PdfState> = {}) => (
  <PdfToolbar
    state={{ ...READY, ...state }}
    session={session}
    isSidebarOpen={false}
    onSidebar={vi.fn()}
    isFinding={false}
    onFind={vi.fn()}
    tools={null}
  />
);
const pageField = () => getByRole('textbox', texts.page) as HTMLInputElement;

it('shows the page number, the page count and the zoom level', async () => {
  await render(toolbar(recorded().session));
  expect(pageField().value).toBe('3');
  expect(pageText()).toContain('of 1,200');
  expect(pageText()).toContain(texts.zoom(120));
});

it('disables its buttons until the PDF is open', async () => {
  await render(toolbar(null, { phase: 'loading', pages: 0 }));
  expect(pageText()).toContain('of –');
  const buttons = getAllByRole('button') as HTMLButtonElement[];
  expect(buttons.length).toBeGreaterThan(4);
  expect(buttons.filter((it) => !it.disabled)).toEqual([]);
  expect(pageField().disabled).toBe(true);
});

it('goes to a typed page, and stays if it does not exist', async () => {
  const { session, asked } = recorded();
  await render(toolbar(session));
  await type(pageField(), '17');
  await press('Enter');
  expect(asked).toEqual([['turnTo', 17]]);
  await type(pageField(), 'seventeen');
  await press('Enter');
  expect(asked).toHaveLength(1);
  expect(pageField().value).toBe('3');
});

it('goes to a page by its label, and announces it', async () => {
  const { session, asked } = recorded();
  const labels = ['i', 'ii', 'iii', '1', '2'];
  await render(toolbar(session, { labels, pages: 5 }));
  expect(pageField().getAttribute('aria-description')).toBe(texts.labelled('iii'));
  await type(pageField(), 'ii');
  await press('Enter');
  expect(asked).toEqual([['turnTo', 2]]);
});

it('steps from page to page in single-page mode, up to the last', async () => {
  const { session, asked } = recorded();
  const shown = await render(toolbar(session));
  expect(queryByRole('button', texts.nextPage)).toBeUndefined();
  await shown.update(toolbar(session, { isSingle: true }));
  await click(getByRole('button', texts.nextPage));
  await click(getByRole('button', texts.previousPage));
  expect(asked).toEqual([
    ['step', 1],
    ['step', -1],
  ]);
  await shown.update(toolbar(session, { isSingle: true, page: 1200 }));
  expect((getByRole('button', texts.nextPage) as HTMLButtonElement).disabled).toBe(true);
  expect((getByRole('button', texts.previousPage) as HTMLButtonElement).disabled).toBe(false);
});

it('zooms in and out, and fits the width', async () => {
  const { session, asked } = recorded();
  await render(toolbar(session));
  for (const label of [texts.zoomOut, texts.zoomIn, texts.fitWidth])
    await click(getByRole('button', label));
  expect(asked).toEqual([
    ['zoom', 'out'],
    ['zoom', 'in'],
    ['zoom', 'page-width'],
  ]);
});

it.each([
  [texts.onePage, {}, ['showSingle', true]],
  [texts.allPages, { isSingle: true }, ['showSingle', false]],
  [texts.twoPages, {}, ['showSpread', true]],
  [texts.oneColumn, { isSpread: true }, ['showSpread', false]],
  [texts.fitPage, {}, ['zoom', 'page-fit']],
  [texts.rotateClockwise, {}, ['rotate', 90]],
  [texts.rotateBack, {}, ['rotate', -90]],
])('changes the page layout: %s', async (item, state, call) => {
  const { session, asked } = recorded();
  await render(toolbar(session, state));
  await click(getByRole('button', texts.pageLayout));
  await click(await findByRole('menuitem', new RegExp(`^${item}`)));
  expect(asked).toEqual([call]);
});

const ANY = { matchCase: false, wholeWords: false };
const findBar = (session: PdfSession, found?: PdfState['found'], onClose = vi.fn()) => (
  <PdfFindBar session={session} state={{ ...READY, found }} onClose={onClose} />
);

it('searches while typing, forward with Enter and back with Shift+Enter', async () => {
  const { session, asked } = recorded();
  await render(findBar(session));
  const field = getByRole('textbox', texts.find);
  expect(document.activeElement).toBe(field);
  await type(field, 'ice');
  await press('Enter');
  await press('Enter', { shiftKey: true });
  await click(getByRole('button', viewerTexts.nextMatch));
  await click(getByRole('button', viewerTexts.previousMatch));
  expect(asked.map((it) => it[2])).toEqual(['new', 'next', 'previous', 'next', 'previous']);
  expect(asked.every((it) => it[1] === 'ice')).toBe(true);
});

it('searches again when case or whole words are toggled', async () => {
  const { session, asked } = recorded();
  await render(findBar(session));
  await type(getByRole('textbox', texts.find), 'Ice');
  const matchCase = getByRole('button', texts.matchCase);
  await click(matchCase);
  await click(getByRole('button', texts.wholeWords));
  expect(matchCase.getAttribute('aria-pressed')).toBe('true');
  expect(asked.map((it) => it[3])).toEqual([
    ANY,
    { matchCase: true, wholeWords: false },
    { matchCase: true, wholeWords: true },
  ]);
});

it('shows the number of matches, that it is still searching, and that there are none', async () => {
  const { session } = recorded();
  const shown = await render(findBar(session));
  const status = () => pageText(getByRole('status'));
  await type(getByRole('textbox', texts.find), 'ice');
  await shown.update(findBar(session, { current: 2, total: 1200, isDone: true }));
  expect(status()).toBe(viewerTexts.foundCount(2, 1200));
  await shown.update(findBar(session, { current: 0, total: 0, isDone: false }));
  expect(status()).toBe(viewerTexts.searching);
  await shown.update(findBar(session, { current: 0, total: 0, isDone: true }));
  expect(status()).toBe(viewerTexts.noResults);
  await type(getByRole('textbox', texts.find), '');
  expect(status()).toBe('');
});

it('ends the search with Escape, and removes the marks', async () => {
  const { session, asked } = recorded();
  const closed = vi.fn();
  const shown = await render(findBar(session, undefined, closed));
  await type(getByRole('textbox', texts.find), 'ice');
  await press('Escape');
  expect(closed).toHaveBeenCalledOnce();
  await shown.unmount();
  expect(asked.at(-1)).toEqual(['find', '', 'new', ANY]);
});

function Keyed({ asked, marks = false }: { asked: unknown[][]; marks?: boolean }) {
  const home = useRef<HTMLDivElement>(null);
  const say =
    (name: string) =>
    (...rest: unknown[]) =>
      void asked.push([name, ...rest]);
  usePdfKeys(home, {
    onFind: say('find'),
    onZoom: say('zoom'),
    onRotate: say('rotate'),
    onStep: say('step'),
    onMark: marks ? say('mark') : undefined,
  });
  return (
    <>
      <div ref={home}>
        <div className="gloss-pdf" tabIndex={-1} role="group" aria-label="Pages" />
        <input aria-label="Inside" />
      </div>
      <button type="button">Outside</button>
    </>
  );
}

it.each([
  ['f', { ctrlKey: true }, ['find']],
  ['F', { metaKey: true }, ['find']],
  ['+', { ctrlKey: true }, ['zoom', 'in']],
  ['=', { ctrlKey: true }, ['zoom', 'in']],
  ['-', { metaKey: true }, ['zoom', 'out']],
  ['0', { ctrlKey: true }, ['zoom', 'page-width']],
  ['r', {}, ['rotate', 90]],
  ['R', { shiftKey: true }, ['rotate', -90]],
  ['h', {}, ['mark', false]],
  ['U', { shiftKey: true }, ['mark', true]],
])('has a shortcut: %s %j', async (key, held, call) => {
  const asked: unknown[][] = [];
  await render(<Keyed asked={asked} marks />);
  expect(await press(key, { on: document.body, ...held })).toBe(true);
  expect(asked).toEqual([call]);
});

it('ignores keys in a field, outside of it, with Alt and without a selection', async () => {
  const asked: unknown[][] = [];
  await render(<Keyed asked={asked} />);
  expect(await press('r', { on: getByRole('textbox', 'Inside') })).toBe(false);
  expect(await press('r', { on: getByRole('button', 'Outside') })).toBe(false);
  expect(await press('r', { on: document.body, altKey: true })).toBe(false);
  expect(await press('h', { on: document.body })).toBe(false);
  expect(await press('s', { on: document.body, ctrlKey: true })).toBe(false);
  expect(asked).toEqual([]);
  expect(await press('f', { on: getByRole('textbox', 'Inside'), ctrlKey: true })).toBe(true);
});

it('turns the page with the arrow keys at the end of a page', async () => {
  const asked: unknown[][] = [];
  await render(<Keyed asked={asked} />);
  const pages = getByRole('group', 'Pages');
  const sized = (name: string, value: number) =>
    Object.defineProperty(pages, name, { value, configurable: true, writable: true });
  sized('scrollHeight', 600);
  sized('scrollTop', 0);
  await press('ArrowRight', { on: pages });
  await press('PageUp', { on: pages });
  expect(asked).toEqual([
    ['step', 1],
    ['step', -1],
  ]);
  sized('scrollHeight', 900);
  sized('scrollWidth', 1000);
  expect(await press('PageDown', { on: pages })).toBe(false);
  expect(await press('ArrowLeft', { on: pages })).toBe(false);
  sized('scrollTop', 300);
  expect(await press('PageUp', { on: pages })).toBe(false);
  expect(await press('PageDown', { on: pages })).toBe(true);
  expect(asked).toHaveLength(3);
});

type Pdf = Parameters<typeof PageSidebar>[0]['document'];
const pdf = (outline: () => Promise<unknown>) =>
  ({
    numPages: 3,
    getOutline: outline,
    getPage: () => new Promise(() => undefined),
  }) as unknown as Pdf;
const OUTLINE = [
  { title: 'Methods', dest: 'm', items: [{ title: 'Cores', dest: 'c', items: [] }] },
  { title: 'Heading alone', dest: null, items: [] },
];
function Sidebar({ of, session }: { of: Pdf; session: PdfSession }) {
  const [open, setOpen] = useState(true);
  return open ? (
    <PageSidebar
      session={session}
      document={of}
      page={2}
      labels={['i', 'ii', 'iii']}
      onClose={() => setOpen(false)}
    />
  ) : (
    'closed'
  );
}

it('navigates with the outline of the PDF', async () => {
  const { session, asked } = recorded();
  await render(<Sidebar of={pdf(async () => OUTLINE)} session={session} />);
  await click(await findByRole('button', 'Cores'));
  expect(asked).toEqual([['followOutline', 'c']]);
  const heading = getByRole('button', 'Heading alone') as HTMLButtonElement;
  expect(heading.disabled).toBe(true);
});

it('is one tab stop in the outline, with arrow keys through all levels', async () => {
  const { session } = recorded();
  await render(<Sidebar of={pdf(async () => OUTLINE)} session={session} />);
  const stops = () => tabStopsIn(getByRole('list', texts.outline)).map((it) => it.textContent);
  (await findByRole('button', 'Methods')).focus();
  expect(stops()).toEqual(['Methods']);
  await press('ArrowDown');
  expect(stops()).toEqual(['Cores']);
  expect(document.activeElement?.textContent).toBe('Cores');
});

it('is one tab stop in the thumbnails, first the current page', async () => {
  const { session } = recorded();
  await render(<Sidebar of={pdf(async () => null)} session={session} />);
  const current = await findByRole('button', texts.pageNumbered(2, 'ii'));
  const stops = () => tabStopsIn(getByRole('list', texts.pages));
  expect(stops()).toEqual([current]);
  current.focus();
  await press('ArrowDown');
  expect(stops()).toEqual([getByRole('button', texts.pageNumbered(3, 'iii'))]);
});

it('shows thumbnails if there is no outline, with the current page', async () => {
  const { session, asked } = recorded();
  const of = pdf(async () => null);
  await render(<Sidebar of={of} session={session} />);
  const current = await findByRole('button', texts.pageNumbered(2, 'ii'));
  expect(current.getAttribute('aria-current')).toBe('page');
  await click(getByRole('button', texts.pageNumbered(3, 'iii')));
  expect(asked).toEqual([['turnTo', 3]]);
  expect(pageText()).not.toContain('closed');
});

it("shows thumbnails if the outline can't be read", async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const of = pdf(() => Promise.reject(new Error('Damaged.')));
  await render(<Sidebar of={of} session={recorded().session} />);
  await findByRole('button', texts.pageNumbered(1, 'i'));
  report.mockRestore();
});

it('closes on a narrow screen once a page is chosen', async () => {
  matchOnly('(max-width: 639px)');
  await render(<Sidebar of={pdf(async () => OUTLINE)} session={recorded().session} />);
  await click(await findByRole('button', 'Methods'));
  await findText('closed');
});

const notice = (state: Partial<PdfState>, source = pdfSource(1), url?: string) => (
  <PdfNotice source={source} file={{ url, renew, round: 1 }} state={{ ...NO_PDF, ...state }} />
);
const renew = vi.fn();

it('shows the loading progress of a PDF', async () => {
  const shown = await render(notice({}));
  expect(pageText(getByRole('status'))).toBe(viewerTexts.settingUp);
  await shown.update(notice({ loaded: 0.426 }, undefined, '/file.pdf'));
  expect(pageText(getByRole('status'))).toBe(texts.loading(0.43));
  await shown.update(notice({ phase: 'ready' }, undefined, '/file.pdf'));
  expect(queryByRole('status')).toBeUndefined();
});

it('says why a PDF did not open, and links to the original', async () => {
  const shown = await render(notice({ phase: 'failed', failure: 'broken' }, undefined, '/f.pdf'));
  expect(pageText(getByRole('alert'))).toContain(texts.brokenWhy);
  await click(getByRole('button', viewerTexts.retry));
  expect(renew).toHaveBeenCalledOnce();
  expect(getByRole('link', viewerTexts.openOriginal).getAttribute('href')).toBe(
    'https://example.org/paper-1.pdf',
  );
  await shown.update(notice({ phase: 'failed', failure: 'password' }, undefined, '/f.pdf'));
  expect(pageText(getByRole('alert'))).toContain(`${texts.locked}`);
  expect(pageText(getByRole('alert'))).toContain(texts.lockedHelp);
});

it('says that a PDF could not be loaded', async () => {
  const failed = pdfSource(1, { error: { code: 'unreachable', message: 'Nobody answered.' } });
  await render(notice({}, failed));
  await settle();
  expect(pageText(getByRole('alert'))).toContain(texts.absent);
  expect(queryByRole('status')).toBeUndefined();
});

/** The panel of sources beside the panes of a thread, and its keys. */
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { matchOnly } from '#ui/testing/browser-parts.ts';
import { id, me, thread, webSource } from '#ui/testing/examples.ts';
import {
  findByRole,
  findNoRole,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { listenForPaneKeys } from './pane-keys.ts';
import { paneButtonTexts, stripBarTexts, workspaceTexts as texts } from './texts/workspace.ts';
import { openWorkspace } from './testing/workspace.tsx';

const DESKTOP = '(min-width: 1024px)';
const DOCKS = '(min-width: 1200px)';
const FIND = 'Find a source in this thread';
const page = (n: number) =>
  webSource(n, { fileUrl: `/content/web-${n}`, readModFileUrl: `/content/reader-${n}` });
const MEMORY = thread(1, { title: 'Memory', thread_source_data: [10, 11, 12].map(page) });
const READER = { ...MEMORY, role: 'viewer' as const };
const somebody = me({ user: { ...me().user, _id: id(901) } });

const opened = async (...[given = MEMORY, options]: Partial<Parameters<typeof openWorkspace>>) => {
  const it = await openWorkspace(given, options);
  await findByRole('heading', /^Page/, viewer());
  return it;
};
const viewer = () => getByRole('region', texts.viewer);
const shownTitle = () => getByRole('heading', /^Page/, viewer()).textContent;
const toggle = () => getByRole('button', stripBarTexts.sources);
const panel = () => queryByRole('region', 'Sources');
const keys = () => press('.', { ctrlKey: true });
const field = () => queryByRole('searchbox', FIND);

beforeEach(() => {
  matchOnly(DESKTOP, DOCKS);
  onTestFinished(listenForPaneKeys());
});

it('docks the panel next to the panes, and remembers that', async () => {
  const { unmount } = await opened();
  expect(panel()).toBeUndefined();
  await click(toggle());
  const region = await findByRole('region', 'Sources');
  expect(queryByRole('dialog')).toBeUndefined();
  expect(toggle().getAttribute('aria-expanded')).toBe('true');
  await click(getByRole('button', /^Page 12/, region));
  expect(shownTitle()).toBe('Page 12');
  expect(panel()).toBe(region);
  await unmount();
  await opened();
  await findByRole('region', 'Sources');
  await click(toggle());
  await findNoRole('region', 'Sources');
});

it('opens with its shortcut, finds a source and continues reading it', async () => {
  await opened();
  const question = getByRole('textbox', 'Ask a question');
  question.focus();
  await keys();
  await expect.poll(() => document.activeElement === field() && field()).toBeTruthy();
  await type(field() as Element, '12');
  await press('Enter');
  await expect.poll(shownTitle).toBe('Page 12');
  await expect.poll(() => document.activeElement?.id).toBe('source');
  await keys();
  expect(document.activeElement).toBe(field());
  await keys();
  await findNoRole('region', 'Sources');
  expect(document.activeElement).toBe(question);
});

it('leaves keys to dialogs above it', async () => {
  await opened();
  await keys();
  await findByRole('region', 'Sources');
  await click(getByRole('button', 'Add sources'));
  await findByRole('dialog', 'Add source');
  await keys();
  expect(document.querySelector('#sources')).not.toBeNull();
});

it('is hidden in focus mode, which its shortcut leaves', async () => {
  await opened();
  await click(toggle());
  await findByRole('region', 'Sources');
  await click(getByRole('button', paneButtonTexts.focus));
  expect(panel()).toBeUndefined();
  await keys();
  await findByRole('region', 'Sources');
  expect(getByRole('button', paneButtonTexts.focus).getAttribute('aria-pressed')).toBe('false');
});

it('is a sheet if there is no room next to the panes', async () => {
  matchOnly(DESKTOP);
  await opened();
  await keys();
  const dialog = await findByRole('dialog', 'Thread sources');
  await expect.poll(() => document.activeElement).toBe(getByRole('searchbox', FIND, dialog));
  await type(getByRole('searchbox', FIND, dialog), '11');
  await press('Enter');
  await findNoRole('dialog');
  expect(shownTitle()).toBe('Page 11');
  await keys();
  await findByRole('dialog', 'Thread sources');
  await keys();
  await findNoRole('dialog');
});

it('lets readers choose what AI uses for them, and change nothing else', async () => {
  await opened(READER, { viewer: somebody });
  await click(toggle());
  const region = await findByRole('region', 'Sources');
  const [first] = getAllByRole('checkbox', 'Used by the assistant', region);
  await click(first as Element);
  expect(pageText(region)).toContain('Assistant uses 2 of 3');
  expect(queryByRole('button', 'Add sources', region)).toBeUndefined();
  await click(getByRole('button', 'Options for Page 10', region));
  await findByRole('button', 'View source');
  expect(queryByRole('button', 'Remove source')).toBeUndefined();
});

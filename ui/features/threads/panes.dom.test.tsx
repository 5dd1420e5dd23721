import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { LinkTarget } from '#ui/kit/link-target.ts';
import {
  findByRole,
  getAllByRole,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { NarrowPanes } from './narrow-panes.tsx';
import { useOwnLink } from './own-link.ts';
import { PaneButtons } from './pane-buttons.tsx';
import { listenForPaneKeys } from './pane-keys.ts';
import type { Pane } from './pane-commands.ts';
import type { PanesProps } from './panes.ts';
import { singleKeys } from '#ui/kit/single-keys.ts';
import { paneButtonTexts as buttons, workspaceTexts as texts } from './texts/workspace.ts';
import { usePaneLayout } from './use-pane-layout.ts';
import { WidePanes } from './wide-panes.tsx';

const PARTS = {
  strip: <p>The strip</p>,
  viewer: <p>The viewer</p>,
  notes: <input aria-label="A field of the notes" />,
  answers: <p>The answers</p>,
  chatBox: <p>The chat box</p>,
  fold: { isShort: false, isFolded: true, setFolded: () => undefined },
  toolbarRef: () => undefined,
};
type Panes = typeof WidePanes;
afterEach(() => localStorage.clear());

function Shown({ Panes, first, ...more }: { Panes: Panes; first: Pane } & Partial<PanesProps>) {
  const layout = usePaneLayout(Panes === WidePanes);
  const { show } = layout;
  useEffect(() => show(first), [show, first]);
  return (
    <>
      <PaneButtons layout={layout} />
      <Panes layout={layout} answerCount={0} busy={false} {...PARTS} {...more} />
    </>
  );
}
const shown = (Panes: Panes, first: Pane, more: Partial<PanesProps> = {}) =>
  render(<Shown Panes={Panes} first={first} {...more} />);

it('shows the source next to the notes, with the strip and the chat box', async () => {
  await shown(WidePanes, 'notes');
  for (const part of ['The strip', 'The viewer', 'The chat box'])
    expect(pageText()).toContain(part);
  expect(getByRole('separator', texts.split)).toBeDefined();
  expect(getByRole('textbox', 'A field of the notes')).toBeDefined();
  expect(queryByRole('tab', texts.panes.notes)?.getAttribute('aria-selected')).toBe('true');
});

it('shows the answers in place of the notes, which keep what was typed', async () => {
  await shown(WidePanes, 'notes');
  const field = getByRole('textbox', 'A field of the notes') as HTMLInputElement;
  field.value = 'half a word';
  await click(getByRole('tab', texts.answers));
  expect(pageText()).toContain('The answers');
  expect(queryByRole('textbox', 'A field of the notes')).toBeUndefined();
  await click(getByRole('tab', texts.panes.notes));
  expect(getByRole('textbox', 'A field of the notes')).toHaveProperty('value', 'half a word');
});

it('counts the answers in their tab', async () => {
  await shown(WidePanes, 'notes', { answerCount: 12 });
  expect(getByRole('tab', `${texts.answers} 12`)).toBeDefined();
});

it('shows a dot instead of the count while an answer is written', async () => {
  await shown(WidePanes, 'notes', { answerCount: 12, busy: true });
  expect(getByRole('tab', texts.answers)).toBeDefined();
});

it('shows the notes on a wide screen when the source was shown on a narrow one', async () => {
  await shown(WidePanes, 'source');
  expect(getByRole('tab', texts.panes.notes).getAttribute('aria-selected')).toBe('true');
});

const sees = (text: string) => pageText().includes(text);
const keys = async (...pressed: string[]) => {
  for (const key of pressed) await press(key, { on: document.body });
};

it('hides and shows the source and the notes with shortcuts, never both, and remembers it', async () => {
  onTestFinished(listenForPaneKeys());
  const { unmount } = await shown(WidePanes, 'notes');
  await keys('1');
  expect([sees('The viewer'), sees('The chat box')]).toEqual([false, true]);
  expect(queryByRole('separator', texts.split)).toBeUndefined();
  await keys('2');
  expect(sees('The viewer')).toBe(true);
  expect(queryByRole('tab', texts.panes.notes)).toBeUndefined();
  await unmount();
  await shown(WidePanes, 'source');
  expect(queryByRole('tab', texts.panes.notes)).toBeUndefined();
  await keys('3');
  expect([sees('The viewer'), sees('The answers')]).toEqual([true, true]);
  await keys('2');
  expect(getByRole('textbox', 'A field of the notes')).toBeDefined();
  await click(getByRole('button', buttons.hideNotes));
  expect(queryByRole('tab', texts.panes.notes)).toBeUndefined();
  await click(getByRole('button', buttons.showNotes));
  expect(getByRole('tab', texts.panes.notes)).toBeDefined();
});

it('shows only one pane in focus mode, and all of them afterwards', async () => {
  onTestFinished(listenForPaneKeys());
  await shown(WidePanes, 'notes');
  await keys('\\');
  expect(getByRole('button', buttons.focus).getAttribute('aria-pressed')).toBe('true');
  expect(['The viewer', 'The strip', 'The chat box'].map(sees)).toEqual([true, false, false]);
  expect(queryByRole('tab', texts.panes.notes)).toBeUndefined();
  await click(getByRole('button', buttons.focus));
  expect(['The viewer', 'The strip', 'The chat box'].map(sees)).toEqual([true, true, true]);
  getByRole('textbox', 'A field of the notes').closest<HTMLElement>('[role=tabpanel]')?.focus();
  await keys('\\');
  expect(['The viewer', 'The strip', 'The chat box'].map(sees)).toEqual([false, false, false]);
  expect(getByRole('textbox', 'A field of the notes')).toBeDefined();
});

it('switches panes with the same shortcuts on a narrow screen', async () => {
  onTestFinished(listenForPaneKeys());
  await shown(NarrowPanes, 'source');
  await keys('2');
  expect(pressedPane()).toEqual([texts.panes.notes]);
  await keys('3');
  expect(pressedPane()).toEqual([texts.panes.ask]);
  await keys('1');
  expect(pressedPane()).toEqual([texts.panes.source]);
});

it('leaves single keys to fields and the browser, and ignores them if they are disabled', async () => {
  onTestFinished(listenForPaneKeys());
  await shown(WidePanes, 'notes');
  await press('1', { on: getByRole('textbox', 'A field of the notes') });
  await press('1', { on: document.body, ctrlKey: true });
  singleKeys.write(false);
  await keys('1', '\\');
  expect(['The viewer', 'The strip', 'The chat box'].map(sees)).toEqual([true, true, true]);
});

it('moves the divider between source and notes with the arrow keys', async () => {
  await shown(WidePanes, 'notes');
  const border = getByRole('separator', texts.split);
  const before = Number(border.getAttribute('aria-valuenow'));
  expect(before).toBe(56);
  border.focus();
  await press('ArrowLeft');
  expect(Number(border.getAttribute('aria-valuenow'))).toBeLessThan(before);
});

const switched = () => getByRole('navigation', texts.panesLabel);
const pressedPane = () =>
  getAllByRole('button', undefined, switched())
    .filter((it) => it.getAttribute('aria-current') === 'true')
    .map((it) => pageText(it));
const isSeen = (text: string) => {
  const place = [...document.querySelectorAll('p')].find((it) => it.textContent === text);
  return place !== undefined && place.closest('.hidden') === null;
};

it('shows one pane at a time on a narrow screen, and which', async () => {
  await shown(NarrowPanes, 'source');
  expect(pressedPane()).toEqual([texts.panes.source]);
  expect(isSeen('The viewer')).toBe(true);
  expect(isSeen('The strip')).toBe(true);
  expect(isSeen('The chat box')).toBe(false);
  expect(isSeen('The answers')).toBe(false);
});

it('switches between the panes, with the chat box below the answers', async () => {
  await shown(NarrowPanes, 'source');
  await click(getByRole('button', texts.panes.ask));
  expect(pressedPane()).toEqual([texts.panes.ask]);
  expect(isSeen('The answers')).toBe(true);
  expect(isSeen('The chat box')).toBe(true);
  expect(isSeen('The viewer')).toBe(false);
  await click(getByRole('button', texts.panes.notes));
  expect(pressedPane()).toEqual([texts.panes.notes]);
  expect(document.querySelector('input')?.closest('.hidden')).toBeNull();
});

it('keeps every pane mounted, with its state', async () => {
  await shown(NarrowPanes, 'notes');
  const field = document.querySelector('input');
  if (field) field.value = 'half a word';
  await click(getByRole('button', texts.panes.source));
  await click(getByRole('button', texts.panes.notes));
  expect(document.querySelector('input')?.value).toBe('half a word');
});

const dot = () => switched().querySelector('.animate-pulse');
it('shows on the switch that an answer is being written while it is hidden', async () => {
  await shown(NarrowPanes, 'source', { busy: true });
  expect(dot()).not.toBeNull();
  await click(getByRole('button', texts.panes.ask));
  expect(dot()).toBeNull();
});

function Linked({ isWide }: { isWide: boolean }) {
  const [pane, setPane] = useState<Pane>('source');
  const { note, answer } = useOwnLink(isWide, setPane);
  const go = useNavigate();
  const idOf = (it: LinkTarget | undefined) => it?.id ?? 'none';
  return (
    <>
      <p>{`Pane ${pane}, note ${idOf(note)}, answer ${idOf(answer)}`}</p>
      <button type="button" onClick={() => setPane('source')}>
        Source
      </button>
      <button type="button" onClick={() => void go('?note=b1')}>
        Follow
      </button>
    </>
  );
}

it.each([
  ['?note=b1', true, 'Pane notes, note b1, answer none'],
  ['?note=b1', false, 'Pane notes, note b1, answer none'],
  ['?answer=a1', false, 'Pane ask, note none, answer a1'],
  ['?source=s1&at=8&note=b1', true, 'Pane notes, note b1, answer none'],
  ['?source=s1&at=8&note=b1', false, 'Pane source, note b1, answer none'],
  ['?source=s1', true, 'Pane source, note none, answer none'],
])('brings the pane of %s to the front (wide: %s)', async (at, isWide, said) => {
  await render(<Linked isWide={isWide} />, { at });
  expect(pageText()).toContain(said);
});

it('brings the pane to the front each time the same link is followed', async () => {
  await render(<Linked isWide />, { at: '?note=b1' });
  await click(getByRole('button', 'Source'));
  expect(pageText()).toContain('Pane source');
  await click(getByRole('button', 'Follow'));
  expect(pageText()).toContain('Pane notes');
});

it('names the tabs', async () => {
  await shown(WidePanes, 'notes');
  expect(await findByRole('tablist', texts.tabs)).toBeDefined();
});

import { expect, it, onTestFinished } from 'vitest';
import { getByRole, pageText, queryByRole, render, settle } from '#ui/testing/screen.tsx';
import { press } from '#ui/testing/user.ts';
import { SplitPanes } from './split-panes.tsx';

const KEY = 'gloss-test-split';
const split = (
  <SplitPanes
    label="Width of the notes"
    usual={60}
    storageKey={KEY}
    first="Notes"
    second="Source"
  />
);
const line = () => getByRole('separator', 'Width of the notes');
const share = () => Number(line().getAttribute('aria-valuenow'));

it('is moved with the arrow keys, within limits that leave room for both panes', async () => {
  await render(split);
  expect(share()).toBe(60);
  line().focus();
  await press('ArrowLeft');
  expect(share()).toBe(55);
  await press('ArrowRight');
  await press('ArrowRight');
  expect(share()).toBe(65);
  await press('End');
  await press('ArrowRight');
  expect(share()).toBe(Number(line().getAttribute('aria-valuemax')));
  await press('Home');
  await press('ArrowLeft');
  expect(share()).toBe(Number(line().getAttribute('aria-valuemin')));
});

it('ignores other keys', async () => {
  await render(split);
  line().focus();
  expect(await press('PageDown')).toBe(false);
  expect(share()).toBe(60);
});

it('remembers its position', async () => {
  const { unmount } = await render(split);
  line().focus();
  await press('ArrowLeft');
  await unmount();
  await render(split);
  expect(share()).toBe(55);
});

it.each([
  ['text that is not a number', 'wide', 60],
  ['a number above the maximum', '900', 75],
  ['a number below the minimum', '-3', 25],
])('survives a stored value of %s', async (_, stored, expected) => {
  localStorage.setItem(KEY, stored);
  await render(split);
  expect(share()).toBe(expected);
});

it('resets on a double click', async () => {
  await render(split);
  line().focus();
  await press('Home');
  line().dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  await settle();
  expect(share()).toBe(60);
});

it('follows the pointer from press to release', async () => {
  await render(split);
  const divider = line();
  const panes = divider.parentElement;
  if (!panes) throw new Error('It has no panes.');
  panes.getBoundingClientRect = () => new DOMRect(100, 0, 1000, 500);
  let captured = false;
  Object.assign(divider, {
    setPointerCapture: () => {
      captured = true;
    },
    hasPointerCapture: () => captured,
    releasePointerCapture: () => {
      captured = false;
      divider.dispatchEvent(new PointerEvent('lostpointercapture', { bubbles: true }));
    },
  });
  onTestFinished(() => {
    captured = false;
  });
  const send = async (type: string, clientX: number, buttons: number) => {
    divider.dispatchEvent(
      new PointerEvent(type, { bubbles: true, clientX, buttons, button: 0, pointerId: 1 }),
    );
    await settle();
  };
  await send('pointermove', 500, 0);
  expect(share()).toBe(60);
  await send('pointerdown', 700, 1);
  await send('pointermove', 500, 1);
  expect(share()).toBe(40);
  await send('pointermove', 200, 0);
  await send('pointermove', 800, 1);
  expect(share()).toBe(40);
});

it('is moved up and down if the panes are stacked', async () => {
  await render(
    <SplitPanes
      label="Width of the notes"
      usual={40}
      storageKey={KEY}
      direction="column"
      first="Video"
      second="Transcript"
    />,
  );
  expect(line().getAttribute('aria-orientation')).toBe('horizontal');
  line().focus();
  await press('ArrowDown');
  expect(share()).toBe(45);
  expect(await press('ArrowLeft')).toBe(false);
  await press('ArrowUp');
  expect(share()).toBe(40);
});

it('has no divider if the first pane has the size of its content', async () => {
  await render(
    <SplitPanes
      label="Width of the notes"
      usual={40}
      storageKey={KEY}
      shows="fitted"
      first="Video"
      second="Transcript"
    />,
  );
  expect(queryByRole('separator', 'Width of the notes')).toBeUndefined();
  expect(pageText()).toContain('Video');
  expect(pageText()).toContain('Transcript');
});

import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { nameOf } from '#ui/testing/accessible-name.ts';
import { getAllByRole, getByRole, pageText, queryByRole, render } from '#ui/testing/screen.tsx';
import { click, hover, press, type } from '#ui/testing/user.ts';
import { Tabs } from './tabs.tsx';

function Shown({ onNear = () => undefined }: { onNear?: (value: string) => void }) {
  const [value, setValue] = useState<'one' | 'two' | 'three'>('one');
  return (
    <Tabs
      label="Views"
      value={value}
      onChange={setValue}
      onNear={onNear}
      tabs={[
        { value: 'one', label: 'First', panel: <input aria-label="Draft" /> },
        { value: 'two', label: 'Second', panel: 'The second panel' },
        { value: 'three', label: 'Third', panel: 'The third panel' },
      ]}
    />
  );
}
const selected = () =>
  getAllByRole('tab')
    .filter((it) => it.getAttribute('aria-selected') === 'true')
    .map(nameOf);

it('shows one panel at a time, named by its tab', async () => {
  await render(<Shown />);
  expect(getByRole('tablist', 'Views')).toBeDefined();
  expect(queryByRole('tabpanel', 'Second')).toBeUndefined();
  await click(getByRole('tab', 'Second'));
  expect(pageText(getByRole('tabpanel', 'Second'))).toBe('The second panel');
  expect(queryByRole('tabpanel', 'First')).toBeUndefined();
});

it('keeps what was typed in a hidden panel', async () => {
  await render(<Shown />);
  await type(getByRole('textbox', 'Draft'), 'half a sentence');
  await click(getByRole('tab', 'Third'));
  await click(getByRole('tab', 'First'));
  expect(getByRole('textbox', 'Draft')).toHaveProperty('value', 'half a sentence');
});

it('moves with the arrow keys in a circle, and so does the focus', async () => {
  await render(<Shown />);
  getByRole('tab', 'First').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Second'],
    ['End', 'Third'],
    ['ArrowRight', 'First'],
    ['ArrowLeft', 'Third'],
    ['Home', 'First'],
  ] as const) {
    expect(await press(key)).toBe(true);
    expect(selected()).toEqual([name]);
    expect(document.activeElement).toBe(getByRole('tab', name));
  }
});

it('leaves other keys to the page', async () => {
  await render(<Shown />);
  getByRole('tab', 'First').focus();
  expect(await press('ArrowDown')).toBe(false);
  expect(selected()).toEqual(['First']);
});

it('is one tab stop', async () => {
  await render(<Shown />);
  await click(getByRole('tab', 'Second'));
  expect(getAllByRole('tab').map((it) => it.tabIndex)).toEqual([-1, 0, -1]);
});

it('reports the hovered tab, so that its content can be preloaded', async () => {
  const near = vi.fn();
  await render(<Shown onNear={near} />);
  await hover(getByRole('tab', 'Third'));
  expect(near.mock.calls).toEqual([['three']]);
});

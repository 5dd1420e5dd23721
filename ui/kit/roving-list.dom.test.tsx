import { useState } from 'react';
import { expect, it } from 'vitest';
import { getByRole, render, tabStopsIn } from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { Confirm } from './dialog.tsx';
import { useRovingList } from './use-roving-list.ts';

function List({ names, columns = 1 }: { names: readonly string[]; columns?: number }) {
  const [shown, setShown] = useState(names);
  const [leaving, setLeaving] = useState<string>();
  const roving = useRovingList({ count: shown.length, columns });
  const [busy, setBusy] = useState<string>();
  const remove = (name: string) => setShown(shown.filter((it) => it !== name));
  return (
    <main>
      <ul ref={roving} aria-label="Names">
        {shown.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
            <button type="button" onClick={() => setLeaving(name)}>
              Delete {name}
            </button>
            <button type="button" disabled={busy === name} onClick={() => setBusy(name)}>
              Send {name}
            </button>
            <button type="button" onClick={() => remove(name)}>
              Drop {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => setShown(['new', ...shown])}>
        Add
      </button>
      <output onClick={() => setBusy(undefined)}>{busy ? 'Busy' : 'Idle'}</output>
      <button type="button" onClick={() => setShown(shown.slice(1))}>
        Drop first
      </button>
      <Confirm
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        title="Delete?"
        text=""
        action="Yes"
        onConfirm={() => remove(leaving ?? '')}
      />
    </main>
  );
}
const focused = () => document.activeElement?.textContent ?? '';
const stops = () => tabStopsIn(getByRole('list', 'Names')).map((it) => it.textContent);
const keys = async (...names: string[]) => {
  for (const name of names) await press(name, { on: document.activeElement as HTMLElement });
  return focused();
};

it('is one tab stop: the first link until another control has had the focus', async () => {
  await render(<List names={['a', 'b', 'c']} />);
  expect(stops()).toEqual(['a']);
  getByRole('button', 'Delete b').focus();
  expect(stops()).toEqual(['Delete b']);
  await click(getByRole('button', 'Add'));
  await expect.poll(stops).toHaveLength(1);
});

it('moves up and down between the same controls, sideways within an item, and to both ends', async () => {
  await render(<List names={['a', 'b', 'c']} />);
  getByRole('link', 'a').focus();
  expect(await keys('ArrowRight')).toBe('Delete a');
  expect(await keys('ArrowDown')).toBe('Delete b');
  expect(await keys('End')).toBe('Delete c');
  expect(await keys('ArrowDown')).toBe('Delete c');
  expect(await keys('ArrowUp', 'ArrowLeft')).toBe('b');
  expect(await keys('ArrowLeft')).toBe('b');
  expect(await keys('Home')).toBe('a');
});

it('moves through a grid by rows, and sideways between items', async () => {
  await render(<List names={['a', 'b', 'c', 'd', 'e']} columns={2} />);
  getByRole('link', 'b').focus();
  expect(await keys('ArrowDown')).toBe('d');
  expect(await keys('ArrowDown')).toBe('d');
  expect(await keys('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')).toBe('e');
});

it('focuses the next item when the focused one is deleted, also from a dialog', async () => {
  await render(<List names={['a', 'b', 'c', 'd']} />);
  getByRole('button', 'Drop b').focus();
  await click(getByRole('button', 'Drop b'));
  await expect.poll(focused).toBe('Drop c');
  getByRole('button', 'Delete c').focus();
  await click(getByRole('button', 'Delete c'));
  await click(getByRole('button', 'Yes'));
  await expect.poll(focused).toBe('Delete d');
  await click(getByRole('button', 'Drop d'));
  await expect.poll(focused).toBe('Drop a');
});

it('returns the focus to a button that was disabled during its action', async () => {
  await render(<List names={['a', 'b']} />);
  getByRole('button', 'Send b').focus();
  await click(getByRole('button', 'Send b'));
  // A browser removes the focus from a disabled button; jsdom does not.
  (document.activeElement as HTMLElement).blur();
  getByRole('status').click();
  await expect.poll(focused).toBe('Send b');
});

it('takes no focus from elsewhere', async () => {
  await render(<List names={['a', 'b']} />);
  getByRole('link', 'a').focus();
  getByRole('button', 'Drop first').focus();
  await click(getByRole('button', 'Drop first'));
  await expect.poll(stops).toEqual(['b']);
  expect(focused()).toBe('Drop first');
});

import { expect, it, vi } from 'vitest';
import {
  findByRole,
  findNoRole,
  getAllByRole,
  getByRole,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { nameOf } from '#ui/testing/accessible-name.ts';
import { Button } from './button.tsx';
import { Menu, MenuItem, MenuLine } from './menu.tsx';

const menu = (chosen: (what: string) => void, onClosed?: (event: Event) => void) => (
  <>
    <Menu trigger={<Button>More</Button>} {...(onClosed && { onClosed })}>
      <MenuItem onSelect={() => chosen('rename')}>Rename</MenuItem>
      <MenuItem disabled onSelect={() => chosen('share')}>
        Share
      </MenuItem>
      <MenuLine />
      <MenuItem danger onSelect={() => chosen('delete')}>
        Delete
      </MenuItem>
    </Menu>
    <input aria-label="Elsewhere" />
  </>
);

it('announces the menu of a button before it was ever opened', async () => {
  await render(menu(vi.fn()));
  const button = getByRole('button', 'More');
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(queryByRole('menu')).toBeUndefined();
});

it('runs the chosen item and closes', async () => {
  const chosen = vi.fn();
  await render(menu(chosen));
  await click(getByRole('button', 'More'));
  await findByRole('menu');
  expect(getAllByRole('menuitem').map(nameOf)).toEqual(['Rename', 'Share', 'Delete']);
  await click(getByRole('menuitem', 'Delete'));
  await findNoRole('menu');
  expect(chosen.mock.calls).toEqual([['delete']]);
});

it('opens with the arrow key and moves through its items, skipping disabled ones', async () => {
  const chosen = vi.fn();
  await render(menu(chosen));
  getByRole('button', 'More').focus();
  expect(await press('ArrowDown')).toBe(true);
  await findByRole('menu');
  await expect.poll(() => document.activeElement?.getAttribute('role')).toMatch(/^menu/);
  await press('ArrowDown');
  await press('ArrowDown');
  await expect.poll(() => document.activeElement?.textContent).toBe('Delete');
  await press('Enter');
  expect(chosen.mock.calls).toEqual([['delete']]);
});

it('returns the focus to its button on Escape', async () => {
  await render(menu(vi.fn()));
  await click(getByRole('button', 'More'));
  await findByRole('menu');
  await press('Escape');
  await findNoRole('menu');
  await expect.poll(() => document.activeElement).toBe(getByRole('button', 'More'));
});

it('keeps the focus where the caller has put it', async () => {
  await render(
    menu(vi.fn(), (event) => {
      event.preventDefault();
      getByRole('textbox', 'Elsewhere').focus();
    }),
  );
  await click(getByRole('button', 'More'));
  await click(await findByRole('menuitem', 'Rename'));
  await expect.poll(() => document.activeElement).toBe(getByRole('textbox', 'Elsewhere'));
});

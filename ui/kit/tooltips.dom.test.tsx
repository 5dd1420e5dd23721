import { expect, it } from 'vitest';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import { getByRole, pageText, queryByRole, render, settle } from '#ui/testing/screen.tsx';
import { press } from '#ui/testing/user.ts';
import { IconButton } from './button.tsx';
import { Tooltips } from './tooltips.tsx';

const pointer = async (name: string, target: Element) => {
  const event = new MouseEvent(name, { bubbles: true });
  Object.defineProperty(event, 'pointerType', { value: 'mouse' });
  target.dispatchEvent(event);
  await settle();
};
const opened = async () => {
  await render(
    <>
      <IconButton label="Find in the page" shortcut="find" />
      <IconButton label="Options for Memory" tooltip="Options" />
      <Tooltips />
    </>,
  );
  const find = getByRole('button', 'Find in the page');
  const options = getByRole('button', 'Options for Memory');
  return { find, options };
};
const tooltip = () => {
  const shown = queryByRole('tooltip');
  return shown && pageText(shown);
};

it('shows the name of a hovered button with its shortcut', async () => {
  const { find, options } = await opened();
  expect(find.hasAttribute('title')).toBe(false);
  await pointer('pointerover', find);
  await expect.poll(tooltip).toBe('Find in the page Ctrl F');
  await pointer('pointerout', find);
  await pointer('pointerover', options);
  await expect.poll(tooltip).toBe('Options');
  await pointer('pointerout', options);
  await expect.poll(tooltip).toBeUndefined();
});

it('describes its button until Escape', async () => {
  const { find } = await opened();
  await pointer('pointerover', find);
  await expect.poll(tooltip).toContain('Ctrl F');
  expect(descriptionOf(find)).toContain('Ctrl F');
  await press('Escape');
  expect(tooltip()).toBeUndefined();
  expect(find.hasAttribute('aria-describedby')).toBe(false);
});

it('shows on keyboard focus and hides on blur', async () => {
  const { find } = await opened();
  find.focus();
  await settle();
  expect(tooltip()).toContain('Find in the page');
  find.blur();
  await settle();
  expect(tooltip()).toBeUndefined();
});

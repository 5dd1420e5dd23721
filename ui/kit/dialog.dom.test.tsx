import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { descriptionOf } from '#ui/testing/accessible-name.ts';
import {
  findByRole,
  findNoRole,
  getByRole,
  pageText,
  queryByRole,
  render,
} from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { Button } from './button.tsx';
import { Confirm, Sheet } from './dialog.tsx';
import { dialogTexts } from './texts/dialog.ts';
import { toast } from './toast.ts';

function Opened({ onConfirm }: { onConfirm: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete…</Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title="Delete it?"
        text="It cannot be undone."
        action="Delete"
        onConfirm={onConfirm}
      >
        <input aria-label="Its name" />
      </Confirm>
    </>
  );
}

function OpenedSheet({ description }: { description?: string }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <main>The page below</main>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Options"
        {...(description && { description })}
        footer={<Button>Save</Button>}
      >
        What can be set
      </Sheet>
    </>
  );
}

it('asks before something is lost, and does nothing if it is cancelled', async () => {
  const confirmed = vi.fn();
  await render(<Opened onConfirm={confirmed} />);
  await click(getByRole('button', 'Delete…'));
  const dialog = await findByRole('alertdialog', 'Delete it?');
  expect(descriptionOf(dialog)).toBe('It cannot be undone.');
  expect(queryByRole('textbox', 'Its name', dialog)).toBeDefined();
  await click(getByRole('button', dialogTexts.cancel, dialog));
  await findNoRole('alertdialog');
  expect(confirmed).not.toHaveBeenCalled();
});

it('acts once it is confirmed, and closes', async () => {
  const confirmed = vi.fn();
  await render(<Opened onConfirm={confirmed} />);
  await click(getByRole('button', 'Delete…'));
  await click(await findByRole('button', 'Delete'));
  await findNoRole('alertdialog');
  expect(confirmed).toHaveBeenCalledOnce();
});

it('focuses the harmless button first', async () => {
  await render(<Opened onConfirm={vi.fn()} />);
  await click(getByRole('button', 'Delete…'));
  await findByRole('alertdialog');
  await expect.poll(() => document.activeElement?.textContent).toBe(dialogTexts.cancel);
});

it('hides the page from screen readers while a dialog is open', async () => {
  await render(<OpenedSheet />);
  await findByRole('dialog', 'Options');
  expect(queryByRole('main')).toBeUndefined();
  await click(getByRole('button', dialogTexts.close));
  await findNoRole('dialog');
  expect(pageText(getByRole('main'))).toBe('The page below');
});

it('closes with Escape', async () => {
  await render(<OpenedSheet />);
  await findByRole('dialog', 'Options');
  await press('Escape');
  await findNoRole('dialog');
});

it('describes a dialog only if there is a description', async () => {
  const shown = await render(<OpenedSheet />);
  expect((await findByRole('dialog', 'Options')).hasAttribute('aria-describedby')).toBe(false);
  await shown.update(<OpenedSheet description="For this thread" />);
  expect(descriptionOf(getByRole('dialog', 'Options'))).toBe('For this thread');
});

it('shows the buttons of its footer next to its content', async () => {
  await render(<OpenedSheet />);
  const dialog = await findByRole('dialog', 'Options');
  expect(pageText(dialog)).toBe('Options What can be set Save');
});

it('stays open when a toast is clicked, and closes on a click outside of both', async () => {
  const undo = vi.fn();
  await render(<OpenedSheet />);
  toast.success('Published', { action: { label: 'Undo', onClick: undo } });
  const button = await findByRole('button', 'Undo');
  expect(button.closest('[data-sonner-toast]')?.className).toContain('pointer-events-auto');
  await click(button);
  expect(undo).toHaveBeenCalledOnce();
  expect(queryByRole('dialog', 'Options')).toBeDefined();
  await click(document.body);
  await findNoRole('dialog', 'Options');
});

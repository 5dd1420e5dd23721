/** State of the whole page: its theme, toasts, palette and scroll target. */
import { expect, it, vi } from 'vitest';
import { matchOnly } from '#ui/testing/browser-parts.ts';
import { findText, getByRole, pageText, render, settle } from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { timeAgo } from './time-ago.ts';
import { Button, IconButton } from './button.tsx';
import { useReducedMotion, useIsDesktop } from './media-queries.ts';
import {
  closeKeys,
  closePalette,
  focusBefore,
  openKeys,
  openPalette,
  paletteKey,
  useKeysOpen,
  useOffer,
  usePageActions,
  usePaletteOpen,
} from './palette.ts';
import { scrollIntoSight } from './scroll-into-sight.ts';
import { chosenTheme, setTheme, useIsDark, useTheme } from './theme.ts';
import { toast } from './toast.ts';

const DARK = '(prefers-color-scheme: dark)';
const Theme = () => (
  <p>
    {useTheme()} {useIsDark() ? 'dark' : 'light'}
  </p>
);

it("follows the system's colour scheme until the person chooses one, and remembers it", async () => {
  await render(<Theme />);
  expect(pageText()).toBe('system light');
  matchOnly(DARK);
  await findText('system dark');
  setTheme('light');
  await findText('light light');
  expect(localStorage.getItem('gloss-theme')).toBe('light');
  expect(document.documentElement.dataset['theme']).toBe('light');
  setTheme('system');
  await findText('system dark');
  expect(localStorage.getItem('gloss-theme')).toBeNull();
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

it("treats an unknown theme as the system's", () => {
  document.documentElement.dataset['theme'] = 'sepia';
  expect(chosenTheme()).toBe('system');
  delete document.documentElement.dataset['theme'];
});

const Media = () => (
  <p>
    {useIsDesktop() ? 'wide' : 'narrow'} {useReducedMotion() ? 'calm' : 'lively'}
  </p>
);

it('follows the window width and reduced motion', async () => {
  await render(<Media />);
  expect(pageText()).toBe('wide lively');
  matchOnly('(prefers-reduced-motion: reduce)');
  await findText('narrow calm');
});

it('keeps its width while printing on narrow paper', async () => {
  await render(<Media />);
  matchOnly('print');
  await settle();
  expect(pageText()).toBe('wide lively');
});

it('shows a toast with its action', async () => {
  const undone = vi.fn();
  await render(<p>The page</p>);
  toast.success('Deleted', {
    more: 'It was in 2 threads',
    action: { label: 'Undo', onClick: undone },
  });
  await findText('Deleted It was in 2 threads');
  await click(getByRole('button', 'Undo'));
  expect(undone).toHaveBeenCalledOnce();
});

function Open() {
  const [isPalette, isKeys] = [usePaletteOpen(), useKeysOpen()];
  const actions = usePageActions().map((it) => it.name);
  return (
    <p role="status">
      {isPalette ? 'palette' : isKeys ? 'keys' : 'closed'} {actions.join()}
    </p>
  );
}
function Offering({ run }: { run: (() => void) | undefined }) {
  useOffer('Add source', run);
  useOffer('Focus the notes', () => undefined);
  return <Open />;
}

it("has the screen's actions in the palette while the screen is open", async () => {
  const shown = await render(<Offering run={() => undefined} />);
  expect(pageText(getByRole('status'))).toContain('Add source');
  expect(pageText(getByRole('status'))).toContain('Focus the notes');
  await shown.update(<Offering run={undefined} />);
  expect(pageText(getByRole('status'))).not.toContain('Add source');
  await shown.update(<Open />);
  expect(pageText(getByRole('status'))).toBe('closed');
});

it('opens either the palette or the list of shortcuts', async () => {
  await render(<Open />);
  openPalette();
  await findText('palette');
  openKeys();
  await findText('keys');
  closePalette();
  await settle();
  expect(pageText()).toBe('keys');
  closeKeys();
  await findText('closed');
});

it('returns the focus to where it was before the palette opened', async () => {
  closePalette();
  await render(<Button>Here</Button>);
  getByRole('button', 'Here').focus();
  openPalette();
  openKeys();
  getByRole('button', 'Here').blur();
  closeKeys();
  focusBefore();
  expect(document.activeElement).toBe(getByRole('button', 'Here'));
});

it("shows the palette's shortcut as on the system's keyboard", () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get');
  agent.mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X)');
  expect(paletteKey()).toBe('⌘K');
  agent.mockReturnValue('Mozilla/5.0 (X11; Linux x86_64)');
  expect(paletteKey()).toBe('Ctrl K');
  agent.mockRestore();
});

it('formats times in the language of the page', () => {
  document.documentElement.lang = 'de';
  expect(timeAgo('2026-03-01T12:00:00', new Date('2026-03-02T12:00:00'))).toBe('gestern');
  document.documentElement.lang = 'en';
  expect(timeAgo('2026-03-01T12:00:00', new Date('2026-03-02T12:00:00'))).toBe('yesterday');
});

it('names an icon button, which does not submit forms', async () => {
  const sent = vi.fn();
  await render(
    <form onSubmit={sent}>
      <IconButton label="Close">×</IconButton>
      <Button>More</Button>
    </form>,
  );
  expect(getByRole('button', 'Close').dataset['tooltip']).toBe('Close');
  await click(getByRole('button', 'Close'));
  await click(getByRole('button', 'More'));
  expect(sent).not.toHaveBeenCalled();
});

/** An element that other content pushes down each time it is measured. */
function pushed(): { element: HTMLElement; scrolls: () => number } {
  const element = document.body.appendChild(document.createElement('p'));
  let top = 0;
  let scrolls = 0;
  element.getBoundingClientRect = () => new DOMRect(0, (top += 10), 10, 10);
  element.scrollIntoView = () => {
    scrolls += 1;
  };
  return { element, scrolls: () => scrolls };
}

it('follows the scroll target while content above it loads', async () => {
  const { element, scrolls } = pushed();
  scrollIntoSight(element, 'center');
  await expect.poll(scrolls).toBeGreaterThan(2);
  element.remove();
});

it('stops following on a key press', async () => {
  const { element, scrolls } = pushed();
  scrollIntoSight(element, 'center');
  await press('PageDown');
  const before = scrolls();
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
  expect(scrolls()).toBe(before);
});

it('follows only the last scroll target', async () => {
  const [one, other] = [pushed(), pushed()];
  scrollIntoSight(one.element, 'start');
  scrollIntoSight(other.element, 'start');
  await expect.poll(other.scrolls).toBeGreaterThan(2);
  expect(one.scrolls()).toBe(1);
  other.element.remove();
});

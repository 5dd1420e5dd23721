import { expect, it, vi } from 'vitest';
import { ShortcutsDialog } from '#ui/features/settings/shortcuts-dialog.tsx';
import { closePalette, openPalette, useShortcutActions } from '#ui/kit/palette.ts';
import type { Shortcut } from '#ui/kit/shortcuts.ts';
import { actionTexts } from '#ui/kit/texts/actions.ts';
import { serveApi } from '#ui/testing/api-stand-in.ts';
import { me, threadPage } from '#ui/testing/examples.ts';
import { findByRole, getAllByRole, pageText, render } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { PaletteHost } from '../palette-host.tsx';

const ACTIONS = Object.keys(actionTexts) as (keyof typeof actionTexts)[];
/** The palette itself, and what it always has. */
const OWN: readonly Shortcut[] = ['palette', 'shortcuts'];
const ran = vi.fn<(action: Shortcut) => void>();

function Screen() {
  useShortcutActions(
    Object.fromEntries(
      ACTIONS.filter((it) => !OWN.includes(it)).map((it) => [it, () => ran(it)] as const),
    ),
  );
  return <PaletteHost />;
}
/** Name and keys of each row. */
const pairs = (rows: Element[], name: string): Map<string, string> =>
  new Map(
    rows.flatMap((row): [string, string][] => {
      const keys = [...row.querySelectorAll('kbd')].map((it) => it.textContent).join(' ');
      const text = pageText(row.querySelector(name) ?? row);
      return keys === '' ? [] : [[text.slice(0, text.length - keys.length).trim() || text, keys]];
    }),
  );

it('lists every action of the dialog of shortcuts by the same name with the same keys', async () => {
  serveApi({ 'GET me': () => me(), 'GET threads': () => threadPage() });
  openPalette();
  const shown = await render(<Screen />);
  await findByRole('option', new RegExp(actionTexts.play));
  const inPalette = pairs(getAllByRole('option'), 'never');
  closePalette();
  await shown.update(<ShortcutsDialog onClose={() => undefined} />);
  const dialog = await findByRole('dialog');
  const inDialog = new Map(
    [...dialog.querySelectorAll('dt')].map((it) => [
      pageText(it),
      [...(it.parentElement?.querySelectorAll('kbd') ?? [])]
        .map((key) => key.textContent)
        .join(' '),
    ]),
  );
  const names = ACTIONS.map((it) => actionTexts[it]);
  for (const name of names) expect([name, inDialog.has(name)]).toEqual([name, true]);
  for (const name of names.filter((it) => it !== actionTexts.palette))
    expect([name, inPalette.get(name)]).toEqual([name, inDialog.get(name)]);
});

it('does what the shortcut does', async () => {
  serveApi({ 'GET me': () => me(), 'GET threads': () => threadPage() });
  openPalette();
  await render(<Screen />);
  await click(await findByRole('option', new RegExp(actionTexts.nextSource)));
  expect(ran.mock.calls).toEqual([['nextSource']]);
});

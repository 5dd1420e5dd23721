import { expect, it } from 'vitest';
import { getAllByRole, getByRole, render } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { SkipLinks } from './skip-links.tsx';

it('moves the focus to the panes of a thread and keeps the address', async () => {
  await render(
    <>
      <SkipLinks />
      <section id="source" aria-label="Source viewer" />
      <section id="notes" aria-label="Notes" />
      <textarea id="question" aria-label="Question" />
    </>,
  );
  const before = location.href;
  expect(getAllByRole('link').map((it) => it.textContent)).toEqual([
    'Skip to source',
    'Skip to notes',
    'Skip to question',
  ]);
  for (const [link, role, name] of [
    ['Skip to source', 'region', 'Source viewer'],
    ['Skip to notes', 'region', 'Notes'],
    ['Skip to question', 'textbox', 'Question'],
  ] as const) {
    await click(getByRole('link', link));
    expect(document.activeElement).toBe(getByRole(role, name));
  }
  expect(location.href).toBe(before);
});

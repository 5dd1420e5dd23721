import { describe, expect, it, vi } from 'vitest';
import { matchOnly } from '#ui/testing/browser-parts.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  itemsOf,
  pageText,
  settle,
  tabStopsIn,
} from '#ui/testing/screen.tsx';
import { click, press } from '#ui/testing/user.ts';
import { block, heading, openNotes, paragraph } from '../testing/open-notes.tsx';
import { editorTexts } from '../texts/editor.ts';

const texts = editorTexts.outline;
const opened = async (...content: Parameters<typeof openNotes>) => {
  const notes = await openNotes(...content);
  await click(getByRole('button', texts.open));
  return notes;
};
const listed = () => itemsOf(getByRole('navigation', texts.label));

describe('the outline of the notes', () => {
  it('explains itself while it is empty', async () => {
    await opened([paragraph('Just words.')]);
    expect(pageText(await findByRole('dialog', texts.label))).toContain(texts.empty);
  });

  it('lists headings in order, also inside blocks, without formatting', async () => {
    await opened([
      heading(1, 'Ice'),
      paragraph('cold'),
      block('callout', { kind: 'tip' }, heading(3, 'Inside'), paragraph('x')),
      heading(2, ''),
    ]);
    expect(listed()).toEqual(['Ice', 'Inside', texts.untitled]);
  });

  it('is one tab stop with arrow keys between headings', async () => {
    await opened([heading(1, 'Ice'), heading(2, 'Snow')]);
    const stops = () => tabStopsIn(getByRole('navigation', texts.label)).map((it) => pageText(it));
    expect(stops()).toEqual(['Ice']);
    getByRole('button', 'Ice').focus();
    await press('ArrowDown');
    expect(stops()).toEqual(['Snow']);
  });

  it('goes to a heading and stays open', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    await opened([heading(1, 'Ice'), paragraph('cold'), heading(2, 'Snow')]);
    await click(getByRole('button', 'Snow'));
    const revealed = () => shown.mock.contexts.map((it) => (it as Element).textContent);
    await expect.poll(revealed).toContain('Snow');
    shown.mockRestore();
    getByRole('navigation', texts.label);
  });

  it('does not move the cursor of a reader', async () => {
    const notes = await opened([heading(1, 'Ice'), heading(2, 'Snow')], { readOnly: true });
    const before = notes.editor.state.selection.from;
    await click(getByRole('button', 'Snow'));
    expect(notes.editor.state.selection.from).toBe(before);
  });

  it('closes on a small screen, where it covers the notes', async () => {
    matchOnly('(max-width: 1023px)');
    await opened([heading(1, 'Ice')]);
    await click(getByRole('button', 'Ice'));
    await findNoRole('navigation', texts.label);
  });

  it('updates once typing has paused', async () => {
    const notes = await opened([heading(1, 'Ice')]);
    await notes.select('Ice', 'end');
    await notes.write(' ages');
    expect(listed()).toEqual(['Ice']);
    await expect.poll(listed).toEqual(['Ice ages']);
    notes.editor.commands.setParagraph();
    await findText(texts.empty);
  });

  it('marks the heading of the section in view', async () => {
    const notes = await opened([heading(1, 'Ice'), paragraph('cold'), heading(2, 'Snow')]);
    const tops = new Map([
      ['Ice', -500],
      ['Snow', 20],
    ]);
    for (const it of notes.field.querySelectorAll('h1, h2'))
      it.getBoundingClientRect = () => new DOMRect(0, tops.get(it.textContent ?? '') ?? 0, 10, 10);
    const current = () =>
      getAllByRole('button').find((it) => it.getAttribute('aria-current'))?.textContent;
    const scroll = async () => {
      document.dispatchEvent(new Event('scroll'));
      await new Promise(requestAnimationFrame);
      await settle();
    };
    await scroll();
    await expect.poll(current).toBe('Snow');
    tops.set('Snow', 300);
    await scroll();
    await expect.poll(current).toBe('Ice');
  });
});

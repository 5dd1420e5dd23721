import { describe, expect, it } from 'vitest';
import { findByRole, findText, getByRole, pageText, queryByRole } from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { block, heading, openNotes, type OpenNotes, paragraph } from '../testing/open-notes.tsx';
import { editorTexts } from '../texts/editor.ts';

const texts = editorTexts.find;
const CONTENT = [
  heading(2, 'Ice and snow'),
  paragraph('Ice flows. The ice of a glacier is old.'),
  paragraph('Snow falls.'),
];
const field = () => getByRole('textbox', texts.words);
const count = () => pageText(getByRole('status', undefined, getByRole('search')));
const current = (notes: OpenNotes) =>
  [...notes.field.querySelectorAll('.found.is-current')].map((it) => it.textContent).join('');
const opened = async (
  content: Parameters<typeof openNotes>[0] = CONTENT,
  host: Parameters<typeof openNotes>[1] = {},
) => {
  const notes = await openNotes(content, host);
  await click(getByRole('button', texts.open));
  await findByRole('search', texts.label);
  return notes;
};

describe('find', () => {
  it('opens with Ctrl+F in the notes, with the selected text', async () => {
    const notes = await openNotes(CONTENT);
    await notes.select('glacier');
    await notes.key('f', { ctrlKey: true });
    await findByRole('search', texts.label);
    expect(field()).toHaveProperty('value', 'glacier');
    expect(document.activeElement).toBe(field());
    expect(count()).toBe(texts.at(1, 1));
  });

  it('leaves Ctrl+F to the browser elsewhere', async () => {
    await openNotes(CONTENT);
    await press('f', { ctrlKey: true, on: document.body });
    expect(queryByRole('search')).toBeUndefined();
  });

  it('counts and marks all matches, ignoring case', async () => {
    const notes = await opened();
    await type(field(), 'ice');
    expect(count()).toBe(texts.at(1, 3));
    expect([...notes.field.querySelectorAll('.found')].map((it) => it.textContent)).toEqual([
      'Ice',
      'Ice',
      'ice',
    ]);
  });

  it('matches case on request', async () => {
    await opened();
    await type(field(), 'ice');
    await click(getByRole('button', texts.case));
    expect(getByRole('button', texts.case).getAttribute('aria-pressed')).toBe('true');
    expect(count()).toBe(texts.at(1, 1));
  });

  it('says that nothing was found, and disables its arrows', async () => {
    await opened();
    await type(field(), 'sand');
    expect(count()).toBe(texts.none);
    expect(getByRole('button', texts.next)).toHaveProperty('disabled', true);
    expect(getByRole('button', texts.previous)).toHaveProperty('disabled', true);
    await type(field(), '');
    expect(count()).toBe('');
  });

  it('goes to the next match with Enter and the previous with Shift+Enter, in a circle', async () => {
    const notes = await opened();
    await type(field(), 'snow');
    expect(current(notes)).toBe('snow');
    await press('Enter');
    expect(count()).toBe(texts.at(2, 2));
    expect(current(notes)).toBe('Snow');
    await press('Enter');
    expect(count()).toBe(texts.at(1, 2));
    await press('Enter', { shiftKey: true });
    expect(count()).toBe(texts.at(2, 2));
  });

  it('has buttons for the next and the previous match', async () => {
    await opened();
    await type(field(), 'ice');
    await click(getByRole('button', texts.next));
    expect(count()).toBe(texts.at(2, 3));
    await click(getByRole('button', texts.previous));
    await click(getByRole('button', texts.previous));
    expect(count()).toBe(texts.at(3, 3));
  });

  it('closes with Escape, removes the marks and returns the focus', async () => {
    const notes = await opened();
    await type(field(), 'glacier');
    await press('Escape');
    expect(queryByRole('search')).toBeUndefined();
    expect(notes.field.querySelectorAll('.found')).toHaveLength(0);
    await expect.poll(() => document.activeElement).toBe(notes.field);
  });

  it('finds text in Gloss blocks', async () => {
    await opened([
      block('insight', { compAttrs: { text: 'Ice is a rock.' } }),
      paragraph('Ice flows.'),
    ]);
    await type(field(), 'ice');
    expect(count()).toBe(texts.at(1, 2));
  });

  it('searches again after the text has changed', async () => {
    const notes = await opened();
    await type(field(), 'snow');
    await notes.select('Snow falls.', 'end');
    await notes.write(' More snow.');
    await findText(texts.at(1, 3), getByRole('search'));
  });
});

describe('replace', () => {
  const replacing = async () => {
    const notes = await opened();
    await type(field(), 'ice');
    await click(getByRole('button', texts.more));
    await type(getByRole('textbox', texts.replace), 'rock');
    return notes;
  };
  const press2 = (name: string) =>
    [...document.querySelectorAll('button')].find((it) => it.textContent === name) ?? document.body;

  it('replaces the current match', async () => {
    const notes = await replacing();
    await click(press2(texts.replaceOne));
    expect(notes.markdown()).toContain('## rock and snow');
    expect(count()).toBe(texts.at(1, 2));
  });

  it('replaces with Enter in its field', async () => {
    const notes = await replacing();
    await press('Enter', { on: getByRole('textbox', texts.replace) });
    expect(notes.markdown()).toContain('## rock and snow');
  });

  it('replaces all, says how many, and focuses the field', async () => {
    const notes = await replacing();
    await click(press2(texts.replaceAll));
    expect(notes.markdown()).toBe(
      '## rock and snow\n\nrock flows. The rock of a glacier is old.\n\nSnow falls.',
    );
    await findText(texts.replaced(3));
    expect(document.activeElement).toBe(field());
    expect(press2(texts.replaceAll)).toHaveProperty('disabled', true);
  });

  it('is undone in one step', async () => {
    const notes = await replacing();
    await click(press2(texts.replaceAll));
    await notes.key('z', { ctrlKey: true });
    expect(notes.markdown()).toContain('## Ice and snow');
    expect(notes.markdown()).toContain('Ice flows.');
  });

  it('is not offered to readers', async () => {
    await opened(CONTENT, { readOnly: true });
    expect(queryByRole('button', texts.more)).toBeUndefined();
    await type(field(), 'ice');
    expect(count()).toBe(texts.at(1, 3));
  });
});

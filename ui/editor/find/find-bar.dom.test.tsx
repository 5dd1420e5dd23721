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

describe('finding', () => {
  it('opens with Ctrl+F within the notes, with what is selected', async () => {
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

  it('counts what it finds, whatever its case, and marks all of it', async () => {
    const notes = await opened();
    await type(field(), 'ice');
    expect(count()).toBe(texts.at(1, 3));
    expect([...notes.field.querySelectorAll('.found')].map((it) => it.textContent)).toEqual([
      'Ice',
      'Ice',
      'ice',
    ]);
  });

  it('minds the case when that is wanted', async () => {
    await opened();
    await type(field(), 'ice');
    await click(getByRole('button', texts.case));
    expect(getByRole('button', texts.case).getAttribute('aria-pressed')).toBe('true');
    expect(count()).toBe(texts.at(1, 1));
  });

  it('says that nothing is found, and has nowhere to go then', async () => {
    await opened();
    await type(field(), 'sand');
    expect(count()).toBe(texts.none);
    expect(getByRole('button', texts.next)).toHaveProperty('disabled', true);
    expect(getByRole('button', texts.previous)).toHaveProperty('disabled', true);
    await type(field(), '');
    expect(count()).toBe('');
  });

  it('goes on with Enter and back with Shift and Enter, around the ends', async () => {
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

  it('goes by its buttons', async () => {
    await opened();
    await type(field(), 'ice');
    await click(getByRole('button', texts.next));
    expect(count()).toBe(texts.at(2, 3));
    await click(getByRole('button', texts.previous));
    await click(getByRole('button', texts.previous));
    expect(count()).toBe(texts.at(3, 3));
  });

  it('closes with Escape, takes the marks away and gives the focus back', async () => {
    const notes = await opened();
    await type(field(), 'glacier');
    await press('Escape');
    expect(queryByRole('search')).toBeUndefined();
    expect(notes.field.querySelectorAll('.found')).toHaveLength(0);
    await expect.poll(() => document.activeElement).toBe(notes.field);
  });

  it('finds what the blocks of Gloss say', async () => {
    await opened([
      block('insight', { compAttrs: { text: 'Ice is a rock.' } }),
      paragraph('Ice flows.'),
    ]);
    await type(field(), 'ice');
    expect(count()).toBe(texts.at(1, 2));
  });

  it('seeks again once the text has changed', async () => {
    const notes = await opened();
    await type(field(), 'snow');
    await notes.select('Snow falls.', 'end');
    await notes.write(' More snow.');
    await findText(texts.at(1, 3), getByRole('search'));
  });
});

describe('replacing', () => {
  const replacing = async () => {
    const notes = await opened();
    await type(field(), 'ice');
    await click(getByRole('button', texts.more));
    await type(getByRole('textbox', texts.replace), 'rock');
    return notes;
  };
  const press2 = (name: string) =>
    [...document.querySelectorAll('button')].find((it) => it.textContent === name) ?? document.body;

  it('puts other words in place of the one that is shown', async () => {
    const notes = await replacing();
    await click(press2(texts.replaceOne));
    expect(notes.markdown()).toContain('## rock and snow');
    expect(count()).toBe(texts.at(1, 2));
  });

  it('does so with Enter in its field', async () => {
    const notes = await replacing();
    await press('Enter', { on: getByRole('textbox', texts.replace) });
    expect(notes.markdown()).toContain('## rock and snow');
  });

  it('replaces all, says how many, and gives the focus to the field', async () => {
    const notes = await replacing();
    await click(press2(texts.replaceAll));
    expect(notes.markdown()).toBe(
      '## rock and snow\n\nrock flows. The rock of a glacier is old.\n\nSnow falls.',
    );
    await findText(texts.replaced(3));
    expect(document.activeElement).toBe(field());
    expect(press2(texts.replaceAll)).toHaveProperty('disabled', true);
  });

  it('is one step to take back', async () => {
    const notes = await replacing();
    await click(press2(texts.replaceAll));
    await notes.key('z', { ctrlKey: true });
    expect(notes.markdown()).toContain('## Ice and snow');
    expect(notes.markdown()).toContain('Ice flows.');
  });

  it('is not offered to a reader', async () => {
    await opened(CONTENT, { readOnly: true });
    expect(queryByRole('button', texts.more)).toBeUndefined();
    await type(field(), 'ice');
    expect(count()).toBe(texts.at(1, 3));
  });
});

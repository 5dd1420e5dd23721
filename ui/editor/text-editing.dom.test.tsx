import { describe, expect, it } from 'vitest';
import { getAllByRole, getByRole, pageText, queryByRole } from '#ui/testing/screen.tsx';
import { click } from '#ui/testing/user.ts';
import { heading, notesField, openNotes, paragraph } from './testing/open-notes.tsx';
import { editorTexts } from './texts/editor.ts';

describe('Markdown while typing', () => {
  it.each([
    ['# ', 'heading', '# Ice'],
    ['## ', 'heading', '## Ice'],
    ['### ', 'heading', '### Ice'],
    ['- ', 'bulletList', '- Ice'],
    ['* ', 'bulletList', '- Ice'],
    ['1. ', 'orderedList', '1. Ice'],
    ['[ ] ', 'taskList', '- [ ] Ice'],
    ['[x] ', 'taskList', '- [x] Ice'],
    ['> ', 'blockquote', '> Ice'],
    ['```python ', 'codeBlock', '```python\nIce\n```'],
  ])('turns “%s” into a block: %s', async (typed, type, markdown) => {
    const notes = await openNotes();
    await notes.write(`${typed}Ice`);
    expect(notes.types()[0]).toBe(type);
    expect(notes.markdown()).toBe(markdown);
  });

  it.each([
    ['**bold** ', '**bold**'],
    ['*slanted* ', '*slanted*'],
    ['~~gone~~ ', '~~gone~~'],
    ['`code` ', '`code`'],
    ['==marked== ', '==marked=='],
  ])('formats “%s”', async (typed, markdown) => {
    const notes = await openNotes();
    await notes.write(typed);
    expect(notes.markdown()).toBe(markdown);
  });

  it('leaves signs inside words alone', async () => {
    const notes = await openNotes();
    await notes.write('2*3*4 and snake_case_name #5 ');
    expect(pageText(notes.field)).toBe('2*3*4 and snake_case_name #5');
    expect(notes.types()).toEqual(['paragraph']);
  });

  it('turns three dashes into a line, and continues below', async () => {
    const notes = await openNotes();
    await notes.write('---');
    await notes.write('Below');
    expect(getByRole('separator', undefined, notes.field)).toBeDefined();
    expect(notes.markdown()).toBe('---\n\nBelow');
  });
});

describe('keys', () => {
  it('starts a paragraph after a heading, and the next item of a list', async () => {
    const notes = await openNotes();
    await notes.write('# Ice');
    await notes.key('Enter');
    await notes.write('- one');
    await notes.key('Enter');
    await notes.write('two');
    expect(notes.markdown()).toBe('# Ice\n\n- one\n- two');
  });

  it('leaves a list with Enter on an empty item', async () => {
    const notes = await openNotes();
    await notes.write('- one');
    await notes.key('Enter');
    await notes.key('Enter');
    await notes.write('after');
    expect(notes.types()).toEqual(['bulletList', 'paragraph']);
    expect(notes.markdown()).toBe('- one\n\nafter');
  });

  it('indents and outdents a list item with Tab', async () => {
    const notes = await openNotes();
    await notes.write('- one');
    await notes.key('Enter');
    await notes.write('two');
    await notes.key('Tab');
    expect(notes.markdown()).toBe('- one\n  - two');
    await notes.key('Tab', { shiftKey: true });
    expect(notes.markdown()).toBe('- one\n- two');
  });

  it('indents a paragraph with Tab, and moves the focus if nothing changes', async () => {
    const notes = await openNotes([paragraph('Ice')]);
    await notes.select('Ice', 'end');
    await notes.key('Tab');
    expect(notes.attributes('paragraph')['indent']).toBe(1);
    await notes.key('Tab', { shiftKey: true });
    expect(notes.attributes('paragraph')['indent']).toBe(0);
    const leaves = new KeyboardEvent('keydown', {
      key: 'Tab',
      shiftKey: true,
      bubbles: true,
      cancelable: true,
    });
    expect(notes.field.dispatchEvent(leaves)).toBe(true);
  });

  it.each([
    ['b', '**Ice**'],
    ['i', '*Ice*'],
    ['e', '`Ice`'],
  ])('formats the selection with Ctrl+%s, and unformats it', async (key, markdown) => {
    const notes = await openNotes([paragraph('Ice')]);
    await notes.select('Ice');
    await notes.key(key, { ctrlKey: true });
    expect(notes.markdown()).toBe(markdown);
    await notes.key(key, { ctrlKey: true });
    expect(notes.markdown()).toBe('Ice');
  });

  it('undoes and redoes typing', async () => {
    const notes = await openNotes([paragraph('Ice')]);
    await notes.select('Ice', 'end');
    await notes.write(' flows');
    await notes.key('z', { ctrlKey: true });
    expect(notes.markdown()).toBe('Ice');
    await notes.key('z', { ctrlKey: true, shiftKey: true });
    expect(notes.markdown()).toBe('Ice flows');
  });

  it('moves a block with the keyboard, and duplicates it', async () => {
    const notes = await openNotes([paragraph('one'), paragraph('two')]);
    await notes.select('two', 'end');
    await notes.key('ArrowUp', { altKey: true, shiftKey: true });
    expect(notes.markdown()).toBe('two\n\none');
    await notes.key('ArrowDown', { altKey: true, shiftKey: true });
    expect(notes.markdown()).toBe('one\n\ntwo');
    await notes.key('d', { ctrlKey: true, shiftKey: true });
    expect(notes.markdown()).toBe('one\n\ntwo\n\ntwo');
  });
});

describe('empty notes', () => {
  it('explain how to start, until something is typed', async () => {
    const notes = await openNotes();
    expect(pageText()).toContain(editorTexts.notes.hint);
    await notes.write('I');
    expect(pageText()).not.toContain(editorTexts.notes.hint);
  });

  it('tell a reader that they are empty', async () => {
    await openNotes([paragraph('')], { readOnly: true });
    expect(pageText()).toContain(editorTexts.notes.none);
    expect(notesField().getAttribute('contenteditable')).toBe('false');
  });
});

describe('the space below the notes', () => {
  const below = (field: HTMLElement) => field.parentElement?.parentElement ?? field;

  it('starts a paragraph on a click', async () => {
    const notes = await openNotes([heading(1, 'Ice')]);
    await click(below(notes.field));
    expect(notes.types()).toEqual(['heading', 'paragraph']);
  });

  it('uses an empty last paragraph', async () => {
    const notes = await openNotes([heading(1, 'Ice'), paragraph('')]);
    await click(below(notes.field));
    expect(notes.types()).toEqual(['heading', 'paragraph']);
  });

  it('does nothing for a reader', async () => {
    const notes = await openNotes([heading(1, 'Ice')], { readOnly: true });
    await click(below(notes.field));
    expect(notes.types()).toEqual(['heading']);
  });
});

describe('tasks', () => {
  const tasks = (...words: string[]) => ({
    type: 'taskList',
    content: words.map((it) => ({
      type: 'taskItem',
      attrs: { checked: false },
      content: [paragraph(it)],
    })),
  });
  const box = (words: string) => getByRole('checkbox', editorTexts.tasks.done(words));

  it('are ticked with the pointer and Space, independently', async () => {
    const notes = await openNotes([tasks('Read', 'Write')]);
    await click(box('Read'));
    expect(box('Read').ariaChecked).toBe('true');
    expect(box('Write').ariaChecked).toBe('false');
    box('Write').dispatchEvent(new KeyboardEvent('keydown', { key: ' ', cancelable: true }));
    expect(notes.markdown()).toBe('- [x] Read\n- [x] Write');
    await click(box('Read'));
    expect(notes.markdown()).toBe('- [ ] Read\n- [x] Write');
  });

  it('name their checkbox by the text of the task', async () => {
    const notes = await openNotes([tasks('Read')]);
    await notes.select('Read', 'end');
    await notes.write(' it');
    expect(getAllByRole('checkbox').map((it) => it.ariaLabel)).toEqual([
      editorTexts.tasks.done('Read it'),
    ]);
    await notes.key('Enter');
    expect(getAllByRole('checkbox').map((it) => it.ariaLabel)).toEqual([
      editorTexts.tasks.done('Read it'),
      editorTexts.tasks.done(''),
    ]);
  });

  it('are read-only for readers', async () => {
    const notes = await openNotes([tasks('Read')], { readOnly: true });
    await click(box('Read'));
    expect(notes.markdown()).toBe('- [ ] Read');
  });
});

it('keeps the accessible name of the notes', async () => {
  await openNotes([paragraph('Ice')]);
  const field = notesField();
  expect(field.getAttribute('aria-multiline')).toBe('true');
  expect(queryByRole('textbox', editorTexts.notes.label)).toBe(field);
});

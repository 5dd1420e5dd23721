import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nameOf } from '#ui/testing/accessible-name.ts';
import {
  findByRole,
  findNoRole,
  findText,
  getAllByRole,
  getByRole,
  queryByRole,
  settle,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { openNotes, paragraph } from '../testing/open-notes.tsx';
import { textBlockTexts } from '../texts/text-blocks.ts';
import { LANGUAGES } from './languages.ts';

const texts = textBlockTexts.code;
const code = (words: string, language?: string) => ({
  type: 'codeBlock',
  ...(language !== undefined && { attrs: { language } }),
  content: [{ type: 'text', text: words }],
});
const languageButton = (name: string) => getByRole('button', `${texts.language}: ${name}`);
const languageOf = (notes: Awaited<ReturnType<typeof openNotes>>) =>
  notes.attributes('codeBlock')['language'];

describe('a code block', () => {
  it.each([
    ['ts', 'TypeScript'],
    ['JSX', 'JavaScript'],
    ['brainfuck', 'brainfuck'],
    ['txt', texts.plain],
  ])('shows its language: %s', async (given, name) => {
    await openNotes([code('let a = 1;', given), paragraph('after')]);
    expect(getByRole('figure', `${texts.name}, ${name}`).textContent).toContain('let a = 1;');
    expect(languageButton(name).textContent).toBe(name);
  });

  const clipboard = (writeText: (text: string) => Promise<void>) => {
    const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    onTestFinished(() => {
      if (before) Object.defineProperty(navigator, 'clipboard', before);
      else Reflect.deleteProperty(navigator, 'clipboard');
    });
  };

  it('is copied in its current state, for readers too', async () => {
    const copied: string[] = [];
    clipboard((text) => Promise.resolve(void copied.push(text)));
    const notes = await openNotes([code('let a = 1;')]);
    await notes.select('let a = 1;', 'end');
    await notes.write(' // one');
    notes.editor.setEditable(false);
    await click(getByRole('button', texts.copy));
    await findText(texts.copied);
    expect(copied).toEqual(['let a = 1; // one']);
  });

  it('says that the browser did not allow copying', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warned.mockRestore());
    clipboard(() => Promise.reject(new Error('denied')));
    await openNotes([code('let a = 1;')]);
    await click(getByRole('button', texts.copy));
    await findText(texts.notCopied);
  });

  it("doesn't let readers change the language", async () => {
    const notes = await openNotes([code('x', 'css'), code('y', 'go')], { readOnly: true });
    notes.editor.setEditable(false);
    await settle();
    for (const name of ['CSS', 'Go']) expect(languageButton(name)).toHaveProperty('disabled', true);
    notes.editor.setEditable(true);
    notes.editor.view.dispatch(notes.editor.state.tr);
    expect(languageButton('Go')).toHaveProperty('disabled', false);
  });
});

describe('the language picker', () => {
  const picking = async (given?: string) => {
    const notes = await openNotes([code('let a = 1;', given), paragraph('after')]);
    await click(getByRole('button', new RegExp(`^${texts.language}`)));
    const field = await findByRole('combobox');
    await expect.poll(() => document.activeElement).toBe(field);
    return { notes, field };
  };
  const options = () => getAllByRole('option').map(nameOf);

  it('lists all languages that can be highlighted', async () => {
    await picking();
    expect(options()).toEqual(Object.values(LANGUAGES));
  });

  it('finds a language by name, and picks it with Enter', async () => {
    const { notes, field } = await picking('css');
    await type(field, 'type');
    await expect.poll(options).toEqual(['TypeScript']);
    await press('Enter', { on: field });
    await findNoRole('combobox');
    expect(languageOf(notes)).toBe('typescript');
    getByRole('figure', `${texts.name}, TypeScript`);
  });

  it('finds a language by its aliases, ignoring case', async () => {
    const { notes, field } = await picking();
    await type(field, 'CPP');
    await expect.poll(options).toEqual(['C++']);
    await click(getByRole('option', 'C++'));
    expect(languageOf(notes)).toBe('cpp');
  });

  it('says that no language has the name', async () => {
    const { field } = await picking();
    await type(field, 'klingon');
    await findText(texts.none);
    expect(queryByRole('option')).toBeUndefined();
  });

  it('keeps the language and returns the focus when it is closed with Escape', async () => {
    const { notes, field } = await picking('css');
    await press('Escape', { on: field });
    await findNoRole('combobox');
    expect(languageOf(notes)).toBe('css');
    expect(document.activeElement).toBe(languageButton('CSS'));
  });

  it('works again after undo', async () => {
    const { notes, field } = await picking('css');
    await type(field, 'rust');
    await expect.poll(options).toEqual(['Rust']);
    await press('Enter', { on: field });
    notes.editor.commands.undo();
    getByRole('figure', `${texts.name}, CSS`);
    expect(languageButton('CSS').textContent).toBe('CSS');
  });
});

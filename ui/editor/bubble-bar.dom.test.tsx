import { describe, expect, it } from 'vitest';
import {
  findByRole,
  findNoRole,
  getByRole,
  pageText,
  queryByRole,
  settle,
} from '#ui/testing/screen.tsx';
import { click, press, type } from '#ui/testing/user.ts';
import { clipActionTexts } from '#ui/kit/texts/clips.ts';
import { openNotes, paragraph } from './testing/open-notes.tsx';
import { scriptedAssistant } from './testing/scripted-assistant.ts';
import { editorTexts } from './texts/editor.ts';

const texts = editorTexts.bubble;
const LINKED = {
  type: 'paragraph',
  content: [
    {
      type: 'text',
      text: 'old ice',
      marks: [{ type: 'link', attrs: { href: 'https://example.org/ice' } }],
    },
  ],
};
const opened = async (content = [paragraph('It is old ice.')], words = 'old ice') => {
  const notes = await openNotes(content);
  await notes.select(words);
  await findByRole('toolbar', texts.label);
  return notes;
};

/** jsdom moves the focus from the text when its toolbar is clicked, which hides the toolbar. */
const selectAgain = async (notes: Awaited<ReturnType<typeof opened>>) => {
  await notes.select('old ice', 'end');
  await notes.select('old ice');
  await findByRole('toolbar', texts.label);
};

describe('selected text', () => {
  it.each([
    [texts.bold, '**old ice**'],
    [texts.italic, '*old ice*'],
    [texts.underline, '<u>old ice</u>'],
    [texts.strike, '~~old ice~~'],
    [texts.code, '`old ice`'],
  ])('is formatted and unformatted: %s', async (label, marked) => {
    const notes = await opened();
    const pressed = () => getByRole('button', label).getAttribute('aria-pressed');
    expect(pressed()).toBe('false');
    await click(getByRole('button', label));
    expect(notes.markdown()).toBe(`It is ${marked}.`);
    await selectAgain(notes);
    expect(pressed()).toBe('true');
    await click(getByRole('button', label));
    expect(notes.markdown()).toBe('It is old ice.');
  });

  it('is highlighted in a colour, then in another, and unhighlighted', async () => {
    const notes = await opened();
    const colour = async (label: string) => {
      await click(getByRole('button', texts.highlight));
      await click(await findByRole('button', label));
      await findNoRole('dialog', texts.colour);
      await selectAgain(notes);
    };
    const marks = () => [...notes.field.querySelectorAll('mark')].map((it) => it.textContent);
    await colour(texts.colours.yellow);
    expect(marks()).toEqual(['old ice']);
    expect(getByRole('button', texts.highlight).getAttribute('aria-pressed')).toBe('true');
    await colour(texts.colours.green);
    expect(notes.field.querySelector('mark')?.dataset['color']).toBe('green');
    await click(getByRole('button', texts.highlight));
    expect((await findByRole('button', texts.colours.green)).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await click(getByRole('button', texts.noHighlight));
    expect(marks()).toEqual([]);
  });

  it('has no toolbar in code, without a selection, or for a reader', async () => {
    const code = { type: 'codeBlock', content: [{ type: 'text', text: 'let a;' }] };
    const notes = await opened([code, paragraph('It is old ice.')]);
    await notes.select('let');
    await findNoRole('toolbar', texts.label);
    await notes.select('old');
    await findByRole('toolbar', texts.label);
    await notes.select('old', 'end');
    await findNoRole('toolbar', texts.label);
  });

  it('can be asked about only by people who may ask', async () => {
    const words = [paragraph('It is old ice.')];
    await opened();
    expect(queryByRole('button', clipActionTexts.askAi)).toBeUndefined();
    const notes = await openNotes(words, scriptedAssistant().host);
    await notes.select('old ice');
    await findByRole('button', clipActionTexts.askAi);
  });

  it('offer an upgrade instead of Ask AI once no questions are left', async () => {
    const { host } = scriptedAssistant();
    const notes = await openNotes([paragraph('It is old ice.')], {
      ...host,
      upgrade: <button type="button">Upgrade</button>,
    });
    await notes.select('old ice');
    await findByRole('button', 'Upgrade');
    expect(queryByRole('button', clipActionTexts.askAi)).toBeUndefined();
  });
});

describe('a link', () => {
  const linking = async (...given: Parameters<typeof opened>) => {
    const notes = await opened(...given);
    await notes.key('k', { ctrlKey: true });
    const field = await findByRole('textbox', texts.address);
    await expect.poll(() => document.activeElement).toBe(field);
    return { notes, field };
  };
  const enter = async (field: Element, address: string) => {
    await type(field, address);
    await press('Enter', { on: field });
  };

  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['example.org', 'https://example.org'],
    ['ada@example.org', 'mailto:ada@example.org'],
  ])('is created from an address: %s', async (typed, href) => {
    const { notes, field } = await linking();
    await enter(field, typed);
    await findNoRole('textbox', texts.address);
    const link = getByRole('link', 'old ice', notes.field);
    expect(link.getAttribute('href')).toBe(href);
  });

  it.each(['javascript:alert(1)', '', 'data:text/html,x'])(
    'rejects an unsafe address: %s',
    async (typed) => {
      const { notes, field } = await linking();
      await enter(field, typed);
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(field.getAttribute('title')).toBe(texts.wrong);
      expect(queryByRole('link', undefined, notes.field)).toBeUndefined();
      await type(field, 'example.org');
      expect(field.getAttribute('aria-invalid')).toBe('false');
    },
  );

  it('is not created when the form is closed with Escape', async () => {
    const { notes, field } = await linking();
    await type(field, 'example.org');
    await press('Escape', { on: field });
    await findNoRole('textbox', texts.address);
    expect(notes.markdown()).toBe('It is old ice.');
    await expect.poll(() => notes.field.contains(document.activeElement)).toBe(true);
  });

  it('can be opened, edited and removed as a whole', async () => {
    const notes = await opened([LINKED], 'ice');
    await click(getByRole('button', texts.editLink));
    const field = await findByRole('textbox', texts.address);
    expect(field).toHaveProperty('value', 'https://example.org/ice');
    const away = getByRole('link', texts.open);
    expect(away.getAttribute('href')).toBe('https://example.org/ice');
    expect(away.getAttribute('rel')).toContain('noopener');
    await enter(field, 'https://example.org/snow');
    expect(notes.markdown()).toBe('[old ice](https://example.org/snow)');
    await notes.select('old');
    await click(await findByRole('button', texts.editLink));
    await click(await findByRole('button', texts.unlink));
    expect(notes.markdown()).toBe('old ice');
  });

  it('leaves its shortcut to the page when nothing is selected', async () => {
    const notes = await opened();
    await notes.select('ice', 'end');
    const event = new KeyboardEvent('keydown', {
      key: 'k',
      ctrlKey: true,
      bubbles: true,
      cancelable: true,
    });
    notes.field.dispatchEvent(event);
    await settle();
    expect(event.defaultPrevented).toBe(false);
    expect(pageText()).toContain('It is old ice.');
    expect(queryByRole('textbox', texts.address)).toBeUndefined();
  });
});

import { AllSelection } from '@tiptap/pm/state';
import { expect, it } from 'vitest';
import { openNotes, paragraph } from './testing/open-notes.tsx';

const LINES = Array.from({ length: 1200 }, (_, n) => `${n} ${'words of the line '.repeat(2)}end`);
const MARKDOWN = LINES.map((line, n) => (n % 10 === 0 ? `## ${line}` : line)).join('\n\n');

it('keeps every line of long pasted Markdown, and undoes it in one step', async () => {
  const { editor, paste, markdown } = await openNotes([paragraph('before')]);
  await paste({ 'text/plain': MARKDOWN });
  expect(editor.state.doc.childCount).toBe(LINES.length + 1);
  const whole = markdown();
  expect(LINES.filter((line) => !whole.includes(line))).toEqual([]);
  editor.commands.undo();
  expect(markdown()).toBe('before');
}, 60_000);

it('renders the end of long pasted text first, and links its addresses', async () => {
  const { editor, field, paste } = await openNotes([paragraph('before')]);
  const address = 'https://example.org/a';
  const text = [...LINES, address, 'the end '].join('\r\n');
  await paste({ 'text/plain': text });
  const lines = () => [...field.querySelectorAll('p')].map((it) => it.textContent);
  expect(lines().length).toBeLessThan(LINES.length / 4);
  expect(lines().at(-1)).toBe('the end before');
  expect(field.querySelector('a')?.href).toBe(address);
  window.dispatchEvent(new Event('beforeprint'));
  expect(lines()).toEqual([...LINES, address, 'the end before']);
  editor.commands.undo();
  expect(editor.getText()).toBe('before');
}, 60_000);

it('selects and deletes everything, although the browser selects one block', async () => {
  const notes = await openNotes(LINES.map(paragraph));
  const { editor, field, key } = notes;
  const before = editor.getJSON();
  await notes.select('0 words', 'start');
  await key('a', { ctrlKey: true });
  expect(editor.state.selection).toBeInstanceOf(AllSelection);
  expect(String(getSelection()).length).toBeLessThan(100);
  expect(field.classList.contains('is-all-selected')).toBe(true);
  await key('Delete');
  expect(editor.getText()).toBe('');
  expect(field.classList.contains('is-all-selected')).toBe(false);
  editor.commands.undo();
  expect(editor.getJSON()).toEqual(before);
}, 60_000);

it('replaces everything with the input of an input method or a menu', async () => {
  const { editor, field, key, select } = await openNotes(LINES.map(paragraph));
  await select('0 words', 'start');
  await key('a', { ctrlKey: true });
  const cut = { inputType: 'deleteContent', bubbles: true, cancelable: true };
  field.dispatchEvent(new InputEvent('beforeinput', cut));
  expect(editor.getText()).toBe('');
  editor.commands.undo();
  await key('a', { ctrlKey: true });
  field.dispatchEvent(new Event('compositionstart', { bubbles: true }));
  expect(editor.getText()).toBe('');
}, 60_000);

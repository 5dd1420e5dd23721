/** A real notes editor in jsdom, with user actions. */
import { Editor, type Extensions, type JSONContent } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { onTestFinished } from 'vitest';
import { editorExtensions } from '#core/editor/schema.ts';

/** With the caret at the end of `content`. Removed after the test. */
export function openEditor(extensions: Extensions, content: JSONContent[] = []): Editor {
  const element = document.body.appendChild(document.createElement('div'));
  const editor = new Editor({
    element,
    extensions: [...editorExtensions(), ...extensions],
    content: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] },
  });
  onTestFinished(() => {
    editor.destroy();
    element.remove();
  });
  editor.commands.focus('end');
  return editor;
}

/** `data`: by media type. Returns whether an extension handled it. */
export function pasteInto({ view }: Editor, data: Readonly<Record<string, string>>): boolean {
  const event = Object.assign(new Event('paste'), {
    clipboardData: { getData: (type: string) => data[type] ?? '' },
  }) as unknown as ClipboardEvent;
  return view.someProp('handlePaste', (take) => take(view, event, Slice.empty)) === true;
}

/** Presses a key at the caret. Returns whether an extension handled it. */
export function pressIn({ view }: Editor, key: string, modifiers: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, ...modifiers });
  return view.someProp('handleKeyDown', (take) => take(view, event)) === true;
}
/** Types `text` at the caret, letter by letter, so that input rules run. */
export function typeInto({ view }: Editor, text: string): void {
  for (const letter of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(letter, from, to);
    if (!view.someProp('handleTextInput', (take) => take(view, from, to, letter, insert)))
      view.dispatch(insert());
  }
}

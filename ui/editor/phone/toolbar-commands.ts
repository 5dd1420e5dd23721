/** Commands of the phone toolbar. */
import type { Editor } from '@tiptap/core';

/** Heading levels of the notes; pressing again after the last returns to text. */
const LEVELS = [1, 2, 3] as const;

export function headingLevel(editor: Editor): number {
  return LEVELS.find((level) => editor.isActive('heading', { level })) ?? 0;
}

/** Cycles from text to a large heading, smaller ones, and back to text. */
export function nextHeading(editor: Editor): void {
  const next = LEVELS.find((level) => level > headingLevel(editor));
  const chain = editor.chain().focus();
  if (next) chain.setHeading({ level: next }).run();
  else chain.setParagraph().run();
}

/** Opens the slash menu at the end of the selection, like typing `/`. */
export function openInsertMenu(editor: Editor): void {
  const { $to } = editor.state.selection;
  const before = $to.parent.textBetween(0, $to.parentOffset, undefined, '\ufffc').slice(-1);
  editor
    .chain()
    .focus()
    .setTextSelection($to.pos)
    .command(({ tr }) => {
      tr.insertText(/^\s?$/.test(before) ? '/' : ' /');
      return true;
    })
    .run();
}

/** Selects the word at the caret for a link; keeps an existing selection. */
export function selectWord(editor: Editor): void {
  const { $from, empty } = editor.state.selection;
  if (!empty || !$from.parent.isTextblock) return;
  const text = $from.parent.textBetween(0, $from.parent.content.size, undefined, '\ufffc');
  const isWord = (at: number) => /[^\s\ufffc]/.test(text.charAt(at));
  let [from, to] = [$from.parentOffset, $from.parentOffset];
  while (from > 0 && isWord(from - 1)) from -= 1;
  while (to < text.length && isWord(to)) to += 1;
  if (to > from)
    editor.commands.setTextSelection({ from: $from.start() + from, to: $from.start() + to });
}

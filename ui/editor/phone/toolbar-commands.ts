/** What the toolbar of a phone does to the text. */
import type { Editor } from '@tiptap/core';

/** Headings that the notes have; one more press goes back to text. */
const LEVELS = [1, 2, 3] as const;

export function headingLevel(editor: Editor): number {
  return LEVELS.find((level) => editor.isActive('heading', { level })) ?? 0;
}

/** Text becomes a large heading, that a smaller one, and the smallest text again. */
export function nextHeading(editor: Editor): void {
  const next = LEVELS.find((level) => level > headingLevel(editor));
  const chain = editor.chain().focus();
  if (next) chain.setHeading({ level: next }).run();
  else chain.setParagraph().run();
}

/** Opens the slash menu at the end of the selection, as typing `/` would. */
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

/** Selects the word that the caret is in, for a link; leaves a selection as it is. */
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

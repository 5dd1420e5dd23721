/**
 * Sizes that the editor shares with what stands in its place until it is loaded, so that no line
 * moves when it comes. Without the editor's code.
 */

/** around the text of the notes */
export const NOTE_TEXT =
  'relative mx-auto w-full max-w-(--measure) px-6 pt-5 pb-40 font-serif text-(length:--text-size)';

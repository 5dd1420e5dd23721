/**
 * Sizes shared by the editor and its placeholder, so that no line moves when the editor loads.
 * Without the editor's code.
 */

/** padding of the notes */
export const NOTE_TEXT =
  'relative mx-auto w-full max-w-(--measure) px-6 pt-5 pb-40 font-serif text-(length:--text-size)';

/**
 * Heights that the editor shares with what stands in its place until it is loaded, so that no line
 * moves when it comes. Without the editor's code.
 */

/** of the bar above the notes */
export const NOTE_BAR_ROW = 'h-11 pointer-coarse:h-12';
/** of the place for it, which grows with what is open in it; with a line below */
export const NOTE_BAR_MIN = 'min-h-[calc(2.75rem+1px)] pointer-coarse:min-h-[calc(3rem+1px)]';
/** around the text below that */
export const NOTE_TEXT =
  'relative mx-auto w-full max-w-(--measure) px-6 pt-2 pb-40 pointer-coarse:pt-3 font-serif text-(length:--text-size)';

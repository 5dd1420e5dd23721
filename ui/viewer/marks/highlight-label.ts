import { markTexts } from './texts.ts';

/** Characters of a quote that screen readers announce. */
const MAX_QUOTE = 80;

/** The accessible name of a highlight: the start of its quote. */
export const highlightLabel = (quote: string): string =>
  markTexts.highlightOf(quote.length > MAX_QUOTE ? `${quote.slice(0, MAX_QUOTE)}…` : quote);

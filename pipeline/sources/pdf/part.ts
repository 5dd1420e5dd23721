/** The part that stores the bytes of a PDF. */
export const PART = 'document.pdf';

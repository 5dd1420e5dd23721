/** Name of the part that keeps a PDF's bytes. */
export const PART = 'document.pdf';

/** The part that stores the bytes of an EPUB. */
export const PART = 'book.epub';

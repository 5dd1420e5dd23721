/** The part that stores the bytes of a document. */
export const PART = 'office.zip';

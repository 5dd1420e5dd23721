/** The part that stores the bytes of a text file. */
export const PART = 'text.txt';

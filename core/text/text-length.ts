/** The total number of characters (UTF-16 units) of all parts. */
export const textLength = (parts: readonly { text: string }[]): number =>
  parts.reduce((sum, { text }) => sum + text.length, 0);

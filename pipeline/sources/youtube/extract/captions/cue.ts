/**
 * The common form of all caption formats. A piece is text that starts at a moment; its spaces are
 * preserved, because they separate words.
 */
export interface Piece {
  text: string;
  /** absent: somewhere after the piece before it */
  startS?: number;
}
export interface Cue {
  startS: number;
  endS: number;
  lines: Piece[][];
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '',
  rlm: '',
};

export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

export const lineText = (line: Piece[]): string =>
  line
    .map((piece) => piece.text)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();

/** Splits pieces at line breaks. */
export function splitLines(pieces: Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const piece of pieces) {
    piece.text.split('\n').forEach((text, index) => {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...piece, text });
    });
  }
  return lines.filter((line) => lineText(line) !== '');
}

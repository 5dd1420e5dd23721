import { decodeEntities, lineText } from './cue.ts';
import type { Cue, Piece } from './cue.ts';

const CLOCK = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMES = new RegExp(`^\\s*${CLOCK}\\s*-->\\s*${CLOCK}`);
const TOKEN = new RegExp(`<${CLOCK}>|<(/?)([^<>]{0,200})>`, 'g');

const seconds = (parts: readonly (string | undefined)[]): number => {
  const [hours = '0', minutes = '0', whole = '0', fraction = '0'] = parts;
  return (
    Number(hours) * 3600 +
    Number(minutes) * 60 +
    Number(whole) +
    Number(fraction.padEnd(3, '0')) / 1000
  );
};

/**
 * Parses a line of a cue: `<00:00:01.000>` starts a piece; all other tags are dropped, `<rt>` with
 * its content.
 */
function parseLine(line: string): Piece[] {
  const pieces: Piece[] = [];
  let startS: number | undefined;
  let reading = false;
  let at = 0;
  const take = (end: number) => {
    const text = decodeEntities(line.slice(at, end));
    if (text !== '' && !reading) pieces.push(startS === undefined ? { text } : { text, startS });
  };
  for (const match of line.matchAll(TOKEN)) {
    const [whole, ...groups] = match;
    const name = groups[5];
    // A literal `<` in text such as `a < b > c` isn't a tag.
    if (name !== undefined && !/^(c|i|b|u|v|lang|ruby|rt|font)\b/i.test(name)) continue;
    take(match.index);
    at = match.index + whole.length;
    if (name === undefined) startS = seconds(groups);
    else if (/^rt\b/i.test(name)) reading = groups[4] !== '/';
  }
  take(line.length);
  return pieces;
}

/**
 * Parses WebVTT, and SRT, whose cues differ by a comma and a number. Comments, styles and regions
 * have no times and are skipped.
 */
export function parseVtt(text: string): Cue[] {
  const cues: Cue[] = [];
  let cue: Cue | undefined;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    const times = TIMES.exec(line);
    if (times !== null) {
      cue = { startS: seconds(times.slice(1, 5)), endS: seconds(times.slice(5, 9)), lines: [] };
      cues.push(cue);
      // Only an empty line ends a cue: rolling captions contain lines with a single space.
    } else if (line === '') cue = undefined;
    else if (cue !== undefined) {
      const pieces = parseLine(line);
      if (lineText(pieces) !== '') cue.lines.push(pieces);
    }
  }
  return withoutRolling(cues.filter((one) => one.lines.length > 0));
}

const overlapOf = (before: string[], now: string[]): number => {
  for (let count = Math.min(before.length, now.length); count > 0; count -= 1) {
    if (now.slice(0, count).every((line, index) => line === before[before.length - count + index]))
      return count;
  }
  return 0;
};

/**
 * Automatic captions roll: each cue repeats the lines above the new one. A file counts as rolling
 * if words carry times, or if a third of its cues begin with the end of the previous cue, which is
 * still on screen, and add to it. Only then are repeated lines removed, so that lines spoken twice
 * remain.
 */
function withoutRolling(cues: Cue[]): Cue[] {
  let shown: string[] = [];
  let shownUntilS = 0;
  const overlaps = cues.map((cue) => {
    const now = cue.lines.map(lineText);
    const overlap = cue.startS <= shownUntilS + 0.05 ? overlapOf(shown, now) : 0;
    shown = now;
    shownUntilS = cue.endS;
    return overlap;
  });
  const timed = cues.some((cue) =>
    cue.lines.some((line) => line.some((piece) => piece.startS !== undefined)),
  );
  const rolling =
    overlaps.filter((overlap, index) => overlap > 0 && overlap < (cues[index]?.lines.length ?? 0))
      .length *
      3 >=
    cues.length;
  if (!(timed ? overlaps.some((overlap) => overlap > 0) : rolling)) return cues;
  return cues
    .map((cue, index) => ({ ...cue, lines: cue.lines.slice(overlaps[index]) }))
    .filter((cue) => cue.lines.length > 0);
}

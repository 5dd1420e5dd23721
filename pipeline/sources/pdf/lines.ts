/** Runs → fragments (unbroken stretches of one line) → lines. */
import { arabicEndings } from './joining.ts';
import type { Box, Run } from './runs.ts';

export interface Fragment extends Box { y: number; size: number; runs: Run[] }
export interface Line extends Box { y: number; size: number; font: string; text: string; rtl: boolean; /** printed characters */ weight: number }

/** Breaks a line where the space between two runs is wider than this many of its letters' height. */
const WIDE = 0.9;

const grow = (box: Box, by: Box) => {
  box.x0 = Math.min(box.x0, by.x0);
  box.x1 = Math.max(box.x1, by.x1);
  box.top = Math.min(box.top, by.top);
  box.bottom = Math.max(box.bottom, by.bottom);
};

function continues(fragment: Fragment, last: Run, run: Run): boolean {
  const size = Math.max(fragment.size, run.size);
  const small = Math.min(fragment.size, run.size);
  const away = Math.abs(run.y - fragment.y);
  const gap = run.x0 >= last.x0 ? run.x0 - last.x1 : last.x0 - run.x1;
  if (gap > WIDE * size || gap < -size * 1.5 - (last.x1 - last.x0)) return false;
  if (away < 0.25 * size) return true;
  // Raised or lowered: smaller, close by, and still beside the line.
  return small < 0.88 * size && away < 0.62 * size && gap < 0.5 * size;
}

/** Blanks are often told from gaps: before a raised figure, or where letters are merely set apart, there is none. */
const isSeeming = (last: Run, run: Run) =>
  run.x0 - last.x1 < (run.size < 0.88 * last.size ? 0.2 : 0.1) * Math.max(run.size, last.size) && run.x0 >= last.x0;

/** In the order in which they were printed, which is mostly the order in which they are read. */
export function toFragments(runs: readonly Run[]): Fragment[] {
  const fragments: Fragment[] = [];
  let open: Fragment | undefined;
  let last: Run | undefined;
  let blanks: Run[] = [];
  for (const run of runs) {
    if (run.blank) { blanks.push(run); continue; }
    if (open && last && continues(open, last, run)) {
      if (!isSeeming(last, run)) open.runs.push(...blanks);
      open.runs.push(run);
      grow(open, run);
      if (run.size > open.size) { open.size = run.size; open.y = run.y; }
    } else {
      open = { x0: run.x0, x1: run.x1, top: run.top, bottom: run.bottom, y: run.y, size: run.size, runs: [run] };
      fragments.push(open);
    }
    blanks = [];
    last = run;
  }
  return fragments;
}

const UNEVEN = /[^\S ]|  |^ | $/;
const evenly = (text: string): string => (UNEVEN.test(text) ? text.replace(/\s+/g, ' ').trim() : text);

function joined(runs: readonly Run[]): string {
  let text = '';
  for (const run of runs) text += run.text;
  return text;
}

/** With one blank between words. */
export const textOf = (runs: readonly Run[]): string => evenly(joined(runs));

/** No letter before U+0590 runs from right to left. */
const LTR_ONLY = /^[\u0000-\u058F]*$/;
const RTL = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
const STRONG = /\p{L}/gu;
const LTR_RUN = /[\p{L}\p{N}]/u;
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

export function isRtl(text: string): boolean {
  if (LTR_ONLY.test(text)) return false;
  const rtl = countOf(text, RTL);
  return rtl > 0 && rtl * 2 > countOf(text, STRONG);
}

const kindOf = (run: Run): 'R' | 'L' | 'N' => (countOf(run.text, RTL) > 0 ? 'R' : LTR_RUN.test(run.text) ? 'L' : 'N');
const MIRROR: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '«': '»', '»': '«', '<': '>', '>': '<' };

/** Right-to-left text stands on paper from right to left, but numbers and foreign words within it from left to right. */
function logical(runs: readonly Run[]): string {
  const visual = [...runs].sort((one, two) => two.x0 - one.x0 || two.x1 - one.x1);
  const out: string[] = [];
  for (let at = 0; at < visual.length;) {
    const run = visual[at];
    if (!run) break;
    if (kindOf(run) !== 'L') {
      out.push(run.blank || kindOf(run) === 'R' ? run.text : [...run.text].reverse().map((sign) => MIRROR[sign] ?? sign).join(''));
      at += 1;
      continue;
    }
    let end = at;
    for (let ahead = at + 1; ahead < visual.length; ahead += 1) {
      const next = visual[ahead];
      if (!next || kindOf(next) === 'R') break;
      if (kindOf(next) === 'L') end = ahead;
    }
    out.push(...visual.slice(at, end + 1).reverse().map((it) => it.text));
    at = end + 1;
  }
  return out.join('');
}

function spaced(fragments: readonly Fragment[]): Run[] {
  const runs: Run[] = [];
  let before: Fragment | undefined;
  for (const fragment of fragments) {
    if (before && fragment.x0 - before.x1 > 0.1 * fragment.size) {
      runs.push({ text: ' ', blank: true, x0: before.x1, x1: fragment.x0, top: fragment.top, bottom: fragment.bottom, y: fragment.y, size: fragment.size, font: '' });
    }
    runs.push(...fragment.runs);
    before = fragment;
  }
  return runs;
}

function dominant(runs: readonly Run[]): { font: string; size: number; weight: number } {
  let all = 0;
  const [one] = runs;
  if (one && runs.every((run) => run.blank || (run.font === one.font && run.size === one.size))) {
    for (const run of runs) if (!run.blank) all += run.text.length;
    return { font: one.font, size: one.size, weight: all };
  }
  interface Weight { font: string; size: number; weight: number }
  const weights = new Map<string, Weight>();
  let entry: Weight | undefined;
  let size = NaN;
  for (const run of runs) {
    if (run.blank) continue;
    all += run.text.length;
    if (entry?.font !== run.font || size !== run.size) {
      size = run.size;
      const key = `${run.font}:${size.toFixed(1)}`;
      entry = weights.get(key) ?? { font: run.font, size, weight: 0 };
      weights.set(key, entry);
    }
    entry.weight += run.text.length;
  }
  const best = [...weights.values()].sort((one, two) => two.weight - one.weight)[0];
  return { font: best?.font ?? '', size: best?.size ?? 0, weight: all };
}

/** Limits stand below their sign and begin before it: printed order is kept as long as it never jumps back far. */
function fromLeft(fragments: readonly Fragment[]): readonly Fragment[] {
  const jumps = fragments.some((it, index) => { const before = fragments[index - 1]; return before !== undefined && it.x0 < before.x0 - 2.5 * Math.max(it.size, before.size); });
  return jumps ? [...fragments].sort((one, two) => one.x0 - two.x0) : fragments;
}

export function toLine(fragments: readonly Fragment[]): Line {
  const ordered = fromLeft(fragments);
  const runs = spaced(ordered);
  const box: Box = { x0: Infinity, x1: -Infinity, top: Infinity, bottom: -Infinity };
  for (const fragment of ordered) grow(box, fragment);
  const plain = joined(runs);
  const rtl = isRtl(plain);
  const { font, size, weight } = dominant(runs);
  const main = ordered.reduce((one, two) => (two.x1 - two.x0 > one.x1 - one.x0 ? two : one), ordered[0] ?? { y: 0, x0: 0, x1: 0 });
  return { ...box, y: main.y, size, font, weight, rtl, text: evenly(rtl ? arabicEndings(logical(runs)) : plain) };
}

interface Row { y: number; size: number; top: number; bottom: number; members: Fragment[] }

function belongs(row: Row, fragment: Fragment): boolean {
  if (Math.abs(row.y - fragment.y) < 0.3 * Math.max(row.size, fragment.size)) return true;
  const overlap = Math.min(row.bottom, fragment.bottom) - Math.max(row.top, fragment.top);
  const inside = overlap > 0.55 * Math.min(row.bottom - row.top, fragment.bottom - fragment.top);
  return inside && Math.min(row.size, fragment.size) < 0.88 * Math.max(row.size, fragment.size)
    && row.members.every((member) => member.x1 <= fragment.x0 + 1 || fragment.x1 <= member.x0 + 1);
}

/** How many pieces a formula may print above or below its line before it goes on. */
const AHEAD = 4;

/** Limits, indices and the parts of a fraction are printed between the pieces of the line that they belong to. */
function isInterlude(row: Row, fragments: readonly Fragment[], at: number): boolean {
  const fragment = fragments[at];
  const last = row.members.at(-1);
  if (!fragment || !last || !isAside(row, fragment) || fragment.x0 < last.x0 - 2.5 * row.size || fragment.x0 > last.x1 + 2.5 * row.size) return false;
  for (let ahead = at + 1; ahead <= at + AHEAD; ahead += 1) {
    const next = fragments[ahead];
    if (!next) return false;
    if (belongs(row, next)) return next.x0 > row.members.reduce((end, it) => Math.max(end, it.x0), -Infinity) - 1;
    if (!isAside(row, next)) return false;
  }
  return false;
}
const isAside = (row: Row, it: Fragment) => Math.abs(it.y - row.y) < 1.7 * row.size && it.size <= row.size && (it.size < 0.88 * row.size || lettersOf(it) <= 4);
const lettersOf = (fragment: Fragment) => fragment.runs.reduce((sum, run) => sum + run.text.length, 0);

function lastRowOf(rows: readonly Row[], fragment: Fragment): Row | undefined {
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row && belongs(row, fragment)) return row;
  }
  return undefined;
}

export function toRows(fragments: readonly Fragment[]): Row[] {
  const rows: Row[] = [];
  let open: Row | undefined;
  for (let at = 0; at < fragments.length; at += 1) {
    const fragment = fragments[at];
    if (!fragment) break;
    if (open && !belongs(open, fragment) && isInterlude(open, fragments, at)) {
      open.members.push(fragment);
      continue;
    }
    const row = lastRowOf(rows, fragment);
    open = row;
    if (!row) {
      open = { y: fragment.y, size: fragment.size, top: fragment.top, bottom: fragment.bottom, members: [fragment] };
      rows.push(open);
      continue;
    }
    row.members.push(fragment);
    row.top = Math.min(row.top, fragment.top);
    row.bottom = Math.max(row.bottom, fragment.bottom);
    if (fragment.size > row.size) { row.size = fragment.size; row.y = fragment.y; }
  }
  return rows;
}

/** Whether the rows were printed from the top down, but for the limits of sums and the like. */
function printedInOrder(rows: readonly Row[]): boolean {
  let back = 0;
  rows.forEach((row, index) => { const before = rows[index - 1]; if (before && row.y < before.y - 2.5 * Math.max(row.size, before.size)) back += 1; });
  return back === 0;
}

/** The lines of one column, from the top; in the order of printing where that agrees, since formulas read so. */
export function toLines(fragments: readonly Fragment[]): Line[] {
  const printed = toRows(fragments);
  const rows = printedInOrder(printed) ? printed : toRows([...fragments].sort((one, two) => one.y - two.y)).sort((one, two) => one.y - two.y);
  return rows.map((row) => toLine(row.members)).filter((line) => line.text !== '');
}

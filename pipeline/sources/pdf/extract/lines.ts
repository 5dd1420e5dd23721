/** Joins runs to fragments (unbroken parts of a line), and the fragments of a line to its text. */
import { arabicEndings } from './join-lines.ts';
import type { Box, Run } from './runs.ts';

export interface Fragment extends Box {
  y: number;
  size: number;
  runs: Run[];
}
export interface Line extends Box {
  y: number;
  size: number;
  font: string;
  text: string;
  rtl: boolean;
  /** printed characters */
  weight: number;
}

/** A line is broken where the space between two runs is wider than this, in font sizes. */
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
  // Tells whether a run is a superscript or subscript: smaller, close by, and next to the line.
  return small < 0.88 * size && away < 0.62 * size && gap < 0.5 * size;
}

/**
 * Blanks are often inferred from gaps, but there is none before a superscript or between widely
 * spaced letters.
 */
const isSeeming = (last: Run, run: Run) =>
  run.x0 - last.x1 < (run.size < 0.88 * last.size ? 0.2 : 0.1) * Math.max(run.size, last.size) &&
  run.x0 >= last.x0;

/** Returns fragments in printed order, which is mostly reading order. */
export function toFragments(runs: readonly Run[]): Fragment[] {
  const fragments: Fragment[] = [];
  let open: Fragment | undefined;
  let last: Run | undefined;
  let blanks: Run[] = [];
  for (const run of runs) {
    if (run.blank) {
      blanks.push(run);
      continue;
    }
    if (open && last && continues(open, last, run)) {
      if (!isSeeming(last, run)) open.runs.push(...blanks);
      open.runs.push(run);
      grow(open, run);
      if (run.size > open.size) {
        open.size = run.size;
        open.y = run.y;
      }
    } else {
      open = {
        x0: run.x0,
        x1: run.x1,
        top: run.top,
        bottom: run.bottom,
        y: run.y,
        size: run.size,
        runs: [run],
      };
      fragments.push(open);
    }
    blanks = [];
    last = run;
  }
  return fragments;
}

const UNEVEN = /[^\S ]|  |^ | $/;
const evenly = (text: string): string =>
  UNEVEN.test(text) ? text.replace(/\s+/g, ' ').trim() : text;

function joined(runs: readonly Run[]): string {
  let text = '';
  for (const run of runs) text += run.text;
  return text;
}

/** Returns the text with one space between words. */
export const textOf = (runs: readonly Run[]): string => evenly(joined(runs));

/** Matches text without right-to-left characters, which start at U+0590. */
const LTR_ONLY = /^[\u0000-\u058F]*$/;
const RTL =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
const STRONG = /\p{L}/gu;
const LTR_RUN = /[\p{L}\p{N}]/u;
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

export function isRtl(text: string): boolean {
  if (LTR_ONLY.test(text)) return false;
  const rtl = countOf(text, RTL);
  return rtl > 0 && rtl * 2 > countOf(text, STRONG);
}

const kindOf = (run: Run): 'R' | 'L' | 'N' =>
  countOf(run.text, RTL) > 0 ? 'R' : LTR_RUN.test(run.text) ? 'L' : 'N';
const MIRROR: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
  '<': '>',
  '>': '<',
};

/** Reorders right-to-left text, in which numbers and foreign words run left to right. */
function logical(runs: readonly Run[]): string {
  const visual = [...runs].sort((one, two) => two.x0 - one.x0 || two.x1 - one.x1);
  const out: string[] = [];
  for (let at = 0; at < visual.length; ) {
    const run = visual[at];
    if (!run) break;
    if (kindOf(run) !== 'L') {
      out.push(
        run.blank || kindOf(run) === 'R'
          ? run.text
          : [...run.text]
              .reverse()
              .map((sign) => MIRROR[sign] ?? sign)
              .join(''),
      );
      at += 1;
      continue;
    }
    let end = at;
    for (let ahead = at + 1; ahead < visual.length; ahead += 1) {
      const next = visual[ahead];
      if (!next || kindOf(next) === 'R') break;
      if (kindOf(next) === 'L') end = ahead;
    }
    out.push(
      ...visual
        .slice(at, end + 1)
        .reverse()
        .map((it) => it.text),
    );
    at = end + 1;
  }
  return out.join('');
}

/**
 * Tells whether fragments are next to each other with a blank between, or one above the other:
 * parts of a fraction, a sign and its limits.
 */
function isApart(before: Fragment, fragment: Fragment): boolean {
  const size = Math.max(before.size, fragment.size);
  return (
    fragment.x0 - before.x1 > 0.1 * fragment.size ||
    before.x0 - fragment.x1 > 0.1 * fragment.size ||
    Math.abs(fragment.y - before.y) > 0.3 * size
  );
}

function spaced(fragments: readonly Fragment[]): Run[] {
  const runs: Run[] = [];
  let before: Fragment | undefined;
  for (const fragment of fragments) {
    if (before && isApart(before, fragment)) {
      runs.push({
        text: ' ',
        blank: true,
        x0: before.x1,
        x1: fragment.x0,
        top: fragment.top,
        bottom: fragment.bottom,
        y: fragment.y,
        size: fragment.size,
        font: '',
      });
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
  interface Weight {
    font: string;
    size: number;
    weight: number;
  }
  const weights = new Map<string, Weight>();
  let entry: Weight | undefined;
  let size = NaN;
  for (const run of runs) {
    if (run.blank) continue;
    all += run.text.length;
    if (entry?.font !== run.font || size !== run.size) {
      size = run.size;
      const key = `${run.font}:${Math.round(size * 10)}`;
      entry = weights.get(key) ?? { font: run.font, size, weight: 0 };
      weights.set(key, entry);
    }
    entry.weight += run.text.length;
  }
  const best = [...weights.values()].sort((one, two) => two.weight - one.weight)[0];
  return { font: best?.font ?? '', size: best?.size ?? 0, weight: all };
}

const isLevel = (one: Fragment, two: Fragment) =>
  Math.abs(one.y - two.y) < 0.1 * Math.max(one.size, two.size);

/**
 * Sorts fragments from left to right, but keeps printed order if it never jumps far back except to
 * another row of a matrix, because limits below a sign start left of it.
 */
function fromLeft(fragments: readonly Fragment[]): readonly Fragment[] {
  const jumps = fragments.some((it, index) => {
    const before = fragments[index - 1];
    return (
      before !== undefined &&
      Math.abs(it.y - before.y) < 0.6 * Math.max(it.size, before.size) &&
      it.x0 < before.x0 - (isLevel(before, it) ? 0.5 : 2.5) * Math.max(it.size, before.size)
    );
  });
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
  const main = ordered.reduce(
    (one, two) => (two.x1 - two.x0 > one.x1 - one.x0 ? two : one),
    ordered[0] ?? { y: 0, x0: 0, x1: 0 },
  );
  return {
    ...box,
    y: main.y,
    size,
    font,
    weight,
    rtl,
    text: evenly(rtl ? arabicEndings(logical(runs)) : plain),
  };
}

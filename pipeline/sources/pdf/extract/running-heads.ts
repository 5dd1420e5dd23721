/**
 * Finds running heads, feet and page numbers: text that repeats at the edge of neighbouring pages.
 */
import { textOf, type Fragment } from './lines.ts';

/** Fragments of one page in its main frame, with the upper and lower end of the frame. */
export interface EdgePage {
  page: number;
  fragments: readonly Fragment[];
  top: number;
  bottom: number;
}

/** The fraction of a page's height in which heads and feet are printed. */
const EDGE = 0.13;
/** How many rows from the edge may be heads. */
const ROWS = 2;

interface Candidate {
  page: number;
  /** true if the page contains only candidates */
  alone: boolean;
  fragment: Fragment;
  letters: string;
  number: number | undefined;
  place: string;
}

const ROMAN = /^[ivxlc]{1,7}$/i;

function pageNumberOf(text: string): number | undefined {
  const digits =
    /^(?:\p{L}{1,8}\.? ?)?[-–—|[( ]*(\d{1,5})[-–—|\]) ]*(?:(?:\/|of|von|de|sur|из) ?\d{1,5})?$/iu.exec(
      text,
    )?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the fragments of the outermost rows at one edge. */
function edgeRows(page: EdgePage, edge: 'head' | 'foot'): Fragment[] {
  const depth = (page.bottom - page.top) * EDGE;
  const near = page.fragments.filter((it) =>
    edge === 'head' ? it.y < page.top + depth : it.y > page.bottom - depth,
  );
  const ordered = near.sort((one, two) => (edge === 'head' ? one.y - two.y : two.y - one.y));
  const rows: Fragment[] = [];
  let count = 0;
  let at: number | undefined;
  for (const fragment of ordered) {
    if (at === undefined || Math.abs(fragment.y - at) > 0.5 * fragment.size) {
      count += 1;
      at = fragment.y;
    }
    if (count > ROWS) break;
    rows.push(fragment);
  }
  return rows;
}

function candidatesOf(page: EdgePage): Candidate[] {
  const rows = (['head', 'foot'] as const).map((edge) => [edge, edgeRows(page, edge)] as const);
  const alone = rows.reduce((sum, [, row]) => sum + row.length, 0) >= page.fragments.length;
  return rows.flatMap(([edge, row]) =>
    row.map((fragment) => {
      const text = textOf(fragment.runs);
      return {
        page: page.page,
        alone,
        fragment,
        number: pageNumberOf(text),
        letters: text.toLowerCase().replace(/\d+/g, '#'),
        place: `${edge}:${Math.round((fragment.y - page.top) / 4)}`,
      };
    }),
  );
}

/** The largest distance between words of one line, in font sizes. */
const APART = 2;
const isNear = (one: Fragment, other: Fragment) =>
  Math.abs(one.y - other.y) < 0.1 * one.size &&
  Math.max(one.x0 - other.x1, other.x0 - one.x1) < APART * one.size;

/** The fragments to leave out. */
export function runningHeads(pages: readonly EdgePage[]): Set<Fragment> {
  const found = new Set<Fragment>();
  const all = pages.flatMap(candidatesOf);
  const enough = pages.length < 6 ? 2 : 3;
  // A page without other text has no edge: repeated text on it is its content.
  const mark = (group: readonly Candidate[], atLeast: number) => {
    if (new Set(group.flatMap((it) => (it.alone ? [] : [it.page]))).size >= atLeast)
      for (const it of group) found.add(it.fragment);
  };
  const groups = (keyOf: (it: Candidate) => string | undefined) => {
    const map = new Map<string, Candidate[]>();
    for (const it of all) {
      const key = keyOf(it);
      if (key === undefined) continue;
      const group = map.get(key) ?? [];
      group.push(it);
      map.set(key, group);
    }
    return [...map.values()];
  };
  // The same words at the same height, ignoring numbers. A single letter or mark is not enough.
  for (const group of groups((it) =>
    it.letters.length > 2 && it.letters !== '#' ? `${it.place}:${it.letters}` : undefined,
  ))
    mark(group, enough);
  // Numbers that run with the pages.
  for (const group of groups((it) =>
    it.number === undefined ? undefined : `${it.place.split(':')[0] ?? ''}:${it.number - it.page}`,
  ))
    mark(group, 2);
  for (const group of groups((it) => (ROMAN.test(it.letters) ? `${it.place}:roman` : undefined)))
    mark(group, 2);
  // Text on the row of a recognised page number: the title of a chapter.
  const rows = new Map<string, Candidate[]>();
  for (const it of all)
    rows.set(`${it.page}:${it.place}`, [...(rows.get(`${it.page}:${it.place}`) ?? []), it]);
  for (const row of rows.values()) {
    const numbered = row.some((it) => found.has(it.fragment) && it.number !== undefined);
    if (numbered) for (const it of row) if (it.letters.length < 90) found.add(it.fragment);
  }
  // A word within a widely justified line only recurs there by chance.
  for (const { fragments } of pages) {
    for (const one of fragments)
      if (found.has(one) && fragments.some((other) => !found.has(other) && isNear(one, other)))
        found.delete(one);
  }
  return found;
}

/**
 * Separates adjacent blocks that were printed one after the other: two drawings with captions, a
 * note in the margin.
 */
import type { Fragment } from './lines.ts';

/**
 * Upward jumps in printed order: by part of a line within a formula, and by many lines in total to
 * the top of the next block.
 */
const UP = { atOnce: 0.9, allTold: 4 };
/**
 * Largest fraction of later text that shares base lines with earlier text; values next to the
 * labels of a form nearly all do.
 */
const ALIGNED = 0.7;
/** Width of a strip in points, and strips of the widest page. */
const STRIP = 3;
const STRIPS = 1_000;
/** Most positions that are examined. */
const MOST = 24;

/**
 * Returns the strips of a fragment without its ends, because labels of one drawing may extend
 * slightly below another.
 */
function stripsOf({ x0, x1, size }: Fragment): [number, number] {
  const margin = Math.min(0.5 * size, (x1 - x0) / 4);
  const from = Math.floor((x0 + margin) / STRIP);
  return [from, Math.min(from + STRIPS, Math.ceil((x1 - margin) / STRIP))];
}

/** Records how far down each strip is filled. */
class Floors {
  readonly #floors = new Map<number, number>();
  readonly #lines = new Set<number>();

  add(fragment: Fragment): void {
    const [from, to] = stripsOf(fragment);
    for (let at = from; at < to; at += 1)
      this.#floors.set(at, Math.max(this.#floors.get(at) ?? -Infinity, fragment.y));
    this.#lines.add(Math.round(fragment.y * 2));
  }

  isAbove(fragment: Fragment): boolean {
    const [from, to] = stripsOf(fragment);
    for (let at = from; at < to; at += 1)
      if ((this.#floors.get(at) ?? -Infinity) > fragment.y) return true;
    return false;
  }

  isAligned = ({ y }: Fragment): boolean => this.#lines.has(Math.round(y * 2));
}

/** Positions at which printing jumps up to what may be the top of another block. */
function risesOf(fragments: readonly Fragment[]): number[] {
  const rises: number[] = [];
  let highest = Infinity;
  for (let at = fragments.length - 1; at > 0; at -= 1) {
    const [fragment, before] = [fragments[at], fragments[at - 1]];
    if (!fragment || !before) break;
    highest = Math.min(highest, fragment.y);
    const size = Math.max(fragment.size, before.size);
    if (before.y - fragment.y > UP.atOnce * size && before.y - highest > UP.allTold * size)
      rises.push(at);
  }
  return rises.reverse();
}

/**
 * Returns indexes of fragments, in printed order, that start a block next to everything printed
 * before; no later fragment is above it.
 */
export function adjacentBlockStarts(fragments: readonly Fragment[]): Set<number> {
  const found = new Set<number>();
  const floors = new Floors();
  let filled = 0;
  for (const at of risesOf(fragments).slice(0, MOST)) {
    for (const fragment of fragments.slice(filled, at)) floors.add(fragment);
    filled = at;
    const rest = fragments.slice(at);
    if (
      !rest.some((it) => floors.isAbove(it)) &&
      rest.filter(floors.isAligned).length < ALIGNED * rest.length
    )
      found.add(at);
  }
  return found;
}

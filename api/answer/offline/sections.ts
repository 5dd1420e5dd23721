/**
 * Groups passages in reading order, by chapter or heading; without either, where the subject
 * changes.
 */
import { positionLabel } from '#core/contract/locator.ts';
import type { SourceId } from '#core/contract/id.ts';
import { textLength } from '#core/text/text-length.ts';
import { contentTerms } from '../relevance.ts';
import type { Passage } from '../retrieve.ts';
import { positionOrder, quotable } from './read-sentences.ts';

export interface Section {
  sourceId: SourceId;
  sourceTitle: string;
  /** heading in the source; undefined if the source has no headings */
  heading: string | undefined;
  /** key terms used instead */
  topic?: string;
  /** position of its beginning: `12:30`, `p. 4`; undefined for web pages */
  place: string | undefined;
  passages: Passage[];
}

/** Sections shorter than this are read together with the one before, unless there are few. */
const MIN_CHARS = 400;
const MAX_SECTIONS = 12;
/** a part of a source without headings */
const PART_CHARS = 6_000;
const MAX_PARTS = 8;

const plain = (text: string): string => quotable(text).replaceAll('*', '').trim();

/** The headings above the passage, without the source's title. */
function pathOf({ heading, title }: Passage): string[] {
  const parts = heading
    .split(' › ')
    .map(plain)
    .filter((it) => it !== '');
  return parts[0] === plain(title) ? parts.slice(1) : parts;
}

/** By source in the given order, each in reading order. */
export function inReadingOrder(passages: readonly Passage[]): Passage[] {
  return [...Map.groupBy(passages, (it) => it.sourceId).values()].flatMap((own) =>
    own.toSorted((a, b) => positionOrder(a) - positionOrder(b) || a.n - b.n),
  );
}

export function sectionsOf(passages: readonly Passage[]): Section[] {
  return [...Map.groupBy(inReadingOrder(passages), (it) => it.sourceId).values()].flatMap((own) => {
    const byHeading = atDepth(own);
    return byHeading.length > 1 || byHeading[0]?.heading !== undefined ? byHeading : parts(own);
  });
}

/** Returns the deepest headings that don't split the source into too many sections. */
function atDepth(passages: readonly Passage[]): Section[] {
  const paths = new Map(passages.map((it) => [it, pathOf(it)]));
  const deepest = Math.max(0, ...[...paths.values()].map((it) => it.length));
  let best: Section[] = [];
  for (let depth = 1; depth <= Math.max(1, deepest); depth += 1) {
    const found: Section[] = [];
    let last: string | undefined;
    for (const passage of passages) {
      const path = (paths.get(passage) ?? []).slice(0, depth);
      const key = path.join('\n');
      const open = found.at(-1);
      if (open && key === last) open.passages.push(passage);
      else found.push(sectionOf([passage], path.at(-1)));
      last = key;
    }
    const merged = withoutCrumbs(found);
    if (depth > 1 && merged.length > MAX_SECTIONS) break;
    best = merged;
  }
  return best.length > MAX_SECTIONS ? joined(best) : best;
}

const lengthOf = ({ passages }: Section): number => textLength(passages);

function withoutCrumbs(sections: readonly Section[]): Section[] {
  if (sections.length <= 6) return [...sections];
  const out: Section[] = [];
  for (const section of sections) {
    const before = out.at(-1);
    if (before && lengthOf(section) < MIN_CHARS && lengthOf(before) < PART_CHARS)
      before.passages.push(...section.passages);
    else out.push({ ...section, passages: [...section.passages] });
  }
  return out;
}

/** Merges neighbours until few enough sections remain; each keeps its first heading. */
function joined(sections: readonly Section[]): Section[] {
  const size = Math.ceil(sections.length / MAX_SECTIONS);
  const out: Section[] = [];
  for (let at = 0; at < sections.length; at += size) {
    const group = sections.slice(at, at + size);
    out.push(
      sectionOf(
        group.flatMap((it) => it.passages),
        group.find((it) => it.heading !== undefined)?.heading,
      ),
    );
  }
  return out;
}

function sectionOf(passages: Passage[], heading: string | undefined): Section {
  const [first] = passages;
  if (!first) throw new RangeError('a section has a passage');
  return {
    sourceId: first.sourceId,
    sourceTitle: plain(first.title),
    heading,
    place: positionLabelOf(first),
    passages,
  };
}

export function positionLabelOf({ locator }: Passage): string | undefined {
  switch (locator.medium) {
    case 'timed':
      return positionLabel('timed', locator.startS);
    case 'paged':
      return `p. ${locator.page}`;
    case 'flow':
      return undefined;
  }
}

/** Splits into parts of similar size; each ends where the vocabulary changes most. */
function parts(passages: readonly Passage[]): Section[] {
  const total = textLength(passages);
  const count = Math.min(MAX_PARTS, passages.length, Math.max(1, Math.round(total / PART_CHARS)));
  if (count <= 1) return passages.length === 0 ? [] : [sectionOf([...passages], undefined)];
  const terms = passages.map((it) => contentTerms(it.text, it.language));
  const ends: number[] = [];
  let passed = 0;
  passages.forEach((it, at) => {
    passed += it.text.length;
    if (ends.length < count - 1 && passed >= ((ends.length + 1) * total) / count) ends.push(at + 1);
  });
  const reach = Math.max(1, Math.floor(passages.length / count / 3));
  const cuts = [0, ...ends.map((end) => weakest(terms, end, reach)), passages.length];
  return cuts.slice(1).flatMap((end, at) => {
    const own = passages.slice(cuts[at], end);
    return own.length > 0 ? [sectionOf(own, undefined)] : [];
  });
}

/** Returns the border near `end` that the fewest words cross. */
function weakest(terms: readonly ReadonlySet<string>[], end: number, reach: number): number {
  let best = end;
  let least = Infinity;
  for (let at = Math.max(1, end - reach); at <= Math.min(terms.length - 1, end + reach); at += 1) {
    const before = union(terms.slice(Math.max(0, at - 2), at));
    const after = union(terms.slice(at, at + 2));
    const common = before.intersection(after).size / Math.max(1, Math.min(before.size, after.size));
    if (common < least) {
      least = common;
      best = at;
    }
  }
  return best;
}

const union = (sets: readonly ReadonlySet<string>[]): Set<string> =>
  new Set(sets.flatMap((it) => [...it]));

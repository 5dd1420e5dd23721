import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Locator, Medium } from '#core/contract/locator.ts';
import type { SourceType } from '#core/contract/source.ts';
import type { IndexHit, PassagePiece, Retriever } from '#pipeline/search/index.ts';

/** A source that a question may be answered from. */
export interface AskedSource {
  _id: SourceId;
  title: string;
  medium: Medium;
  sourceType: SourceType;
  /** BCP 47 */
  language: string;
  /** default: the owner of the request */
  ownerId?: UserId;
}

/** A passage of an answer. `n` is its number, from 1. */
export interface Passage {
  n: number;
  sourceId: SourceId;
  title: string;
  heading: string;
  text: string;
  language: string;
  locator: Locator;
  pieces: readonly PassagePiece[];
  /** false for a passage that the search did not find, but that is part of the sources */
  matched: boolean;
}
/** A candidate for a passage of the answer. */
export interface Candidate
  extends Pick<Passage, 'sourceId' | 'heading' | 'text' | 'locator' | 'pieces' | 'matched'> {
  id: string;
}

export interface Sought {
  question: string;
  ownerId: UserId;
  sources: readonly AskedSource[];
}

const MAX_CANDIDATES = 48;
const MAX_PASSAGES = 16;
const MAX_PASSAGE_CHARS = 6000;
/** The number of sources whose beginnings are used if no word of the question is found. */
const MAX_NEAREST = 4;

/**
 * Returns relevant passages, best first, or passages found by the titles of the sources if there
 * are none. `reduced`: the part of the search that was unavailable, as a sentence.
 */
export async function seek(
  retriever: Retriever,
  { question, ownerId, sources: all }: Sought,
): Promise<{ found: Candidate[]; reduced?: string }> {
  if (all.length === 0) return { found: [] };
  const sources = namedSources(question, all);
  const searchIn = (some: readonly AskedSource[], limit: number) =>
    searchOwners(retriever, some, { text: question, ownerId, limit, match: 'any' });
  const { hits, ...reduced } = await searchIn(sources, MAX_CANDIDATES);
  const matches = [...hits, ...(await crowdedOut(searchIn, sources, hits))];
  const found =
    matches.length > 0
      ? matches.map((hit) => candidateOf(hit, true))
      : (await nearest(retriever, ownerId, sources)).map((hit) => candidateOf(hit, false));
  return { found, ...reduced };
}

const wordsOnly = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
/**
 * Returns the sources that a question names by several words of their titles; all if it names none.
 */
export function namedSources(
  question: string,
  sources: readonly AskedSource[],
): readonly AskedSource[] {
  const asked = wordsOnly(question);
  const named = sources.filter(({ title }) => {
    const words = wordsOnly(title);
    return words.trim().includes(' ') && asked.includes(words);
  });
  return named.length > 0 ? named : sources;
}

const candidateOf = (
  { chunkId, sourceId, heading, text, locator, pieces }: IndexHit,
  matched: boolean,
): Candidate => ({ id: chunkId, sourceId, heading, text: clip(text), locator, pieces, matched });
const clip = (text: string): string =>
  text.length <= MAX_PASSAGE_CHARS
    ? text
    : text.slice(0, MAX_PASSAGE_CHARS).replace(/[\ud800-\udbff]$/, '');

/**
 * Chooses the best passages, but no source exceeds its share while another has candidates;
 * remaining slots go to the best.
 */
export function spread(
  found: readonly Candidate[],
  sizeOf: (it: Candidate) => number,
  limit: number,
): Candidate[] {
  const holders = new Set(found.map((it) => it.sourceId)).size;
  const share = Math.max(2, Math.ceil((MAX_PASSAGES * 1.5) / Math.max(1, holders)));
  const perSource = new Map<string, number>();
  const chosen = new Set<Candidate>();
  const texts = new Set<string>();
  let remaining = limit;
  const take = (it: Candidate, cap: number) => {
    const already = perSource.get(it.sourceId) ?? 0;
    if (chosen.has(it) || chosen.size >= MAX_PASSAGES || already >= cap || texts.has(it.text))
      return;
    const size = sizeOf(it);
    if (size > remaining) return;
    chosen.add(it);
    texts.add(it.text);
    perSource.set(it.sourceId, already + 1);
    remaining -= size;
  };
  for (const it of found) take(it, share);
  for (const it of found) take(it, Infinity);
  return found.filter((it) => chosen.has(it));
}

type Search = Retriever['search'];
/** Searches the sources in the libraries of their owners, and merges the results by score. */
async function searchOwners(
  retriever: Retriever,
  sources: readonly AskedSource[],
  query: Parameters<Search>[0],
): ReturnType<Search> {
  const libraries = Map.groupBy(sources, (it) => it.ownerId ?? query.ownerId);
  const found = await Promise.all(
    [...libraries].map(([ownerId, own]) =>
      retriever.search({ ...query, ownerId, sourceIds: own.map((it) => it._id) }),
    ),
  );
  const reduced = found.find((it) => it.reduced !== undefined)?.reduced;
  return {
    hits: found
      .flatMap((it) => it.hits)
      .sort((a, b) => b.score - a.score)
      .slice(0, query.limit),
    ...(reduced === undefined ? {} : { reduced }),
  };
}

/** If a few sources fill the list, adds the best of the others. */
async function crowdedOut(
  searchIn: (sources: readonly AskedSource[], limit: number) => ReturnType<Search>,
  sources: readonly AskedSource[],
  best: readonly IndexHit[],
): Promise<IndexHit[]> {
  if (best.length < MAX_CANDIDATES) return [];
  const represented = new Set(best.map((it) => it.sourceId));
  const absent = sources.filter((it) => !represented.has(it._id));
  return absent.length === 0 ? [] : (await searchIn(absent, MAX_PASSAGES)).hits;
}

/**
 * Searches by the titles of the sources: for "what is this about?", and for showing what the
 * sources contain instead.
 */
async function nearest(
  retriever: Retriever,
  ownerId: UserId,
  sources: readonly AskedSource[],
): Promise<IndexHit[]> {
  const lists = await Promise.all(
    sources
      .slice(0, MAX_NEAREST)
      .map((source) =>
        searchOwners(retriever, [source], { text: source.title, ownerId, limit: 2, match: 'any' }),
      ),
  );
  return lists.flatMap((it) => it.hits);
}

export function numbered(
  candidates: readonly Candidate[],
  sources: readonly AskedSource[],
): Passage[] {
  const byId = new Map(sources.map((it) => [it._id, it]));
  return candidates.map(({ id: _, ...it }, at) => ({
    ...it,
    n: at + 1,
    title: byId.get(it.sourceId)?.title ?? '',
    language: byId.get(it.sourceId)?.language ?? 'und',
  }));
}

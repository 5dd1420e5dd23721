/**
 * Searches Qdrant: fetches candidates, keeps those of the current edition of each source, and
 * converts them to hits.
 */
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import type { z } from 'zod';
import type { Log } from '#config/log.ts';
import type { SourceId } from '#core/contract/id.ts';
import { analyse } from '../text/analysis.ts';
import type { IndexHit, IndexQuery } from '../contract.ts';
import { excerpt } from '../text/excerpt.ts';
import { highlights } from '../text/highlight.ts';
import { parseQuery, type ParsedQuery, type QueryWord } from '../text/query.ts';
import { statusOf } from './connection.ts';
import { Head, headId, Passage, vectorName, WORDS } from './layout.ts';
import {
  holdsPhrases,
  onlyCurrent,
  phraseConditions,
  scopeOf,
  wordConditions,
} from './question.ts';
import { questionVector } from './sparse.ts';
import type { Vocabularies } from './vocabulary.ts';

const MAX_LANGUAGES = 16;
const MAX_HITS = 200;
/** Constant of reciprocal rank fusion: the usual 60, plus 1 because Qdrant counts ranks from 0. */
const FUSION_K = 61;
/** Candidates of each list of a fusion. */
const candidatesFor = (limit: number): number => Math.max(100, 4 * limit);
/** The most passages that a phrase search reads to check the order of words. */
const MAX_CHECKED = 1_000;
/**
 * The most attempts of a search that meets a source being replaced; then it returns only confirmed
 * results.
 */
const MAX_ROUNDS = 5;
/** The server's timeout, in whole seconds. */
const SERVER_TIMEOUT_S = 2;

export interface Asked {
  client: QdrantClient;
  collection: string;
  query: IndexQuery;
  vocabularies: Vocabularies;
  log: Log;
  /** whether the collection has vectors of a model */
  isKnown(model: string): Promise<boolean>;
  /** called when the result of `isKnown` may be outdated */
  onRefused(): void;
}
const PassageRead = Passage.omit({ words: true });
const WITHOUT_WORDS = { exclude: ['words'] };
interface Candidate {
  id: string | number;
  passage: z.infer<typeof PassageRead>;
  score: number;
}
interface DenseVector {
  name: string;
  vector: number[];
  least: number | undefined;
}
/** The head of each source found; undefined for a source without one. */
type Heads = Map<SourceId, Head | undefined>;

export async function find({
  client,
  collection,
  query,
  vocabularies,
  log,
  isKnown,
  onRefused,
}: Asked): Promise<IndexHit[]> {
  const { hits: held } = await client.facet(collection, {
    key: 'language',
    limit: MAX_LANGUAGES,
    exact: true,
    filter: { must: scopeOf(query, 'source') },
    timeout: SERVER_TIMEOUT_S,
  });
  const languages = held.map(({ value }) => String(value));
  if (languages.length === 0) return [];
  const dense: DenseVector[] = [];
  for (const { model, vector, minSimilarity: least } of query.vectors ?? [])
    if (await isKnown(model)) dense.push({ name: vectorName(model), vector: [...vector], least });

  const asked = async (parsed: ParsedQuery, match: 'all' | 'any') => {
    const by = (vectors: readonly DenseVector[]) =>
      candidates(client, collection, query, parsed, match, vectors);
    if (dense.length === 0) return by(dense);
    return by(dense).catch((error: unknown) => {
      // The collection was recreated, or one of its segments lacks the vector; searching by words
      // still works.
      if (statusOf(error) !== 400) throw error;
      onRefused();
      log.error(
        { err: error },
        'Qdrant does not search by these vectors; if this repeats, `gloss reindex` rebuilds its collection',
      );
      return by([]);
    });
  };
  for (const match of query.match === 'all' ? (['all', 'any'] as const) : (['any'] as const)) {
    const parsed = parseQuery(query.text.toWellFormed(), languages, match);
    const hits = await asked(parsed, match);
    const variants =
      match === 'all' && hits.length > 0
        ? undefined
        : await whatWasMeant(parsed, hits, languages, (word) =>
            vocabularies.meant(query.ownerId, word),
          );
    const found = variants ? await asked(variants, match) : hits;
    if (found.length > 0) return found.map((hit) => excerpt(hit, query.maxTextLength));
  }
  return [];
}

/**
 * Returns the query with similar words added for words that no passage has; undefined if there are
 * none.
 */
async function whatWasMeant(
  parsed: ParsedQuery,
  hits: readonly IndexHit[],
  languages: readonly string[],
  near: (word: QueryWord) => Promise<string[]>,
): Promise<ParsedQuery | undefined> {
  const termsOf = (text: string) =>
    languages.flatMap((language) => analyse(text, language).map(({ term }) => term));
  const marked = new Set(
    hits.flatMap(({ text, highlights: ranges }) =>
      ranges.flatMap(([start, end]) => termsOf(text.slice(start, end))),
    ),
  );
  const words = await Promise.all(
    parsed.words.map(async (word) => {
      const variants = word.terms.some((term) => marked.has(term)) ? [] : await near(word);
      return variants.length > 0
        ? { ...word, terms: [...new Set([...word.terms, ...variants.flatMap(termsOf)])] }
        : word;
    }),
  );
  return words.some((word, at) => word !== parsed.words[at]) ? { ...parsed, words } : undefined;
}

async function candidates(
  client: QdrantClient,
  collection: string,
  query: IndexQuery,
  parsed: ParsedQuery,
  match: 'all' | 'any',
  dense: readonly DenseVector[],
): Promise<IndexHit[]> {
  const limit = Math.min(MAX_HITS, Math.max(1, Math.trunc(query.limit)));
  const isExact = match === 'all' && parsed.phrases.length > 0;
  const candidateLimit = isExact ? MAX_CHECKED : limit;
  const phrases = match === 'all' ? phraseConditions(parsed) : [];
  const words = match === 'all' ? wordConditions(parsed) : [];
  const sparse = questionVector(parsed);
  const isUnfinished = match === 'all' && parsed.words.some((word) => word.prefix);
  if (!sparse && !isUnfinished && dense.length === 0) return [];

  let heads: Heads = new Map();
  for (let round = 1; ; round += 1) {
    const must_not = onlyCurrent(heads);
    const base = [...scopeOf(query, 'passage'), ...phrases];
    const filter = { must: [...base, ...words], must_not };
    const [ranked, begun] = await Promise.all([
      sparse || dense.length > 0
        ? rank(client, collection, {
            ...lists(query, sparse, filter, dense, { must: base, must_not }, candidateLimit),
            limit: candidateLimit,
          })
        : [],
      // An unfinished word has no index in the sparse vector.
      isUnfinished ? scroll(client, collection, filter, candidateLimit) : [],
    ]);
    const known = new Set(ranked.map(({ id }) => id));
    const found = [...ranked, ...begun.filter(({ id }) => !known.has(id))];
    const now = await readHeads(client, collection, [
      ...heads.keys(),
      ...found.map(({ passage }) => passage.source),
    ]);
    const isSteady =
      [...heads].every(([source, head]) => now.get(source)?.edition === head?.edition) &&
      found.every(({ passage }) => now.get(passage.source)?.edition === passage.edition);
    heads = now;
    if (isSteady || round === MAX_ROUNDS)
      return hitsOf(found, heads, parsed, isExact, begun.length > 0).slice(0, limit);
  }
}

interface Lists {
  prefetch?: Schemas['Prefetch'][];
  query: Schemas['QueryInterface'];
  using?: string;
  score_threshold?: number;
  filter?: Schemas['Filter'];
  params?: Schemas['SearchParams'];
}

/** Requests a single list directly; Qdrant fuses several by rank. */
function lists(
  { ownerId }: IndexQuery,
  sparse: Schemas['SparseVector'] | undefined,
  words: Schemas['Filter'],
  dense: readonly DenseVector[],
  meaning: Schemas['Filter'],
  wanted: number,
): Lists {
  const all: Lists[] = [
    ...(sparse
      ? [
          {
            query: sparse,
            using: WORDS,
            filter: words,
            params: { idf: { corpus: { must: scopeOf({ ownerId }, 'passage') } } },
          },
        ]
      : []),
    ...dense.map(({ name, vector, least }) => ({
      query: vector,
      using: name,
      filter: meaning,
      ...(least === undefined ? {} : { score_threshold: least }),
    })),
  ];
  const [only, ...more] = all;
  if (only && more.length === 0) return only;
  return {
    prefetch: all.map((it) => ({ ...it, limit: candidatesFor(wanted) })),
    query: { rrf: { k: FUSION_K } },
  };
}

async function rank(
  client: QdrantClient,
  collection: string,
  asked: Lists & { limit: number },
): Promise<Candidate[]> {
  const { points } = await client.query(collection, {
    ...asked,
    with_payload: WITHOUT_WORDS,
    timeout: SERVER_TIMEOUT_S,
  });
  return points.map(({ id, payload, score }) => ({
    id,
    passage: PassageRead.parse(payload),
    score,
  }));
}

async function scroll(
  client: QdrantClient,
  collection: string,
  filter: Schemas['Filter'],
  limit: number,
): Promise<Candidate[]> {
  const { points } = await client.scroll(collection, {
    filter,
    limit,
    with_payload: WITHOUT_WORDS,
    timeout: SERVER_TIMEOUT_S,
  });
  return points.map(({ id, payload }) => ({ id, passage: PassageRead.parse(payload), score: 0 }));
}

/** Reads the current edition of each source. */
async function readHeads(
  client: QdrantClient,
  collection: string,
  sources: readonly SourceId[],
): Promise<Heads> {
  const heads: Heads = new Map(sources.map((source) => [source, undefined]));
  if (heads.size === 0) return heads;
  for (const { payload } of await client.retrieve(collection, {
    ids: [...heads.keys()].map(headId),
    with_payload: true,
    timeout: SERVER_TIMEOUT_S,
  })) {
    const head = Head.parse(payload);
    heads.set(head.source, head);
  }
  return heads;
}

function hitsOf(
  all: readonly Candidate[],
  heads: Heads,
  parsed: ParsedQuery,
  isExact: boolean,
  isMixed: boolean,
): IndexHit[] {
  const hits: IndexHit[] = [];
  for (const { passage, score } of all) {
    const head = heads.get(passage.source);
    if (head?.edition !== passage.edition) continue;
    const tokens = analyse(passage.text, passage.language);
    if (isExact && !holdsPhrases(parsed, tokens, passage, head.title)) continue;
    hits.push({
      chunkId: passage.chunk,
      sourceId: passage.source,
      sourceType: passage.type,
      title: head.title,
      heading: passage.heading,
      text: passage.text,
      locator: passage.locator,
      pieces: passage.pieces,
      ordinal: passage.ordinal,
      score,
      highlights: highlights(tokens, parsed, NOTHING_MORE),
    });
  }
  if (!isMixed) return hits;
  // Passages that match only the beginning of a word follow those that Qdrant ranked, most matches
  // first.
  const floor = Math.min(...hits.map(({ score }) => score).filter((score) => score > 0), 1);
  return hits
    .map((hit) =>
      hit.score > 0 ? hit : { ...hit, score: floor * (1 - 1 / (1 + hit.highlights.length)) },
    )
    .sort((a, b) => b.score - a.score);
}
const NOTHING_MORE: ReadonlySet<string> = new Set();

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import type { Log } from '#config/log.ts';
import { toFault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import { baseLanguage } from '../text/languages.ts';
import type { Chunk, IndexedSource, SearchIndex } from '../contract.ts';
import { QdrantConnection } from './connection.ts';
import { find } from './find.ts';
import {
  COLLECTION,
  editionOf,
  Head,
  headId,
  openEdition,
  passageId,
  readEdition,
  vectorName,
  WORDS,
  type Passage,
} from './layout.ts';
import { scopeOf } from './question.ts';
import { passageWords } from './sparse.ts';
import { MAX_WORDS, Vocabularies } from './vocabulary.ts';

/** Points a request, which may have 32 MB: a vector of 2,000 numbers is some 40 kB of JSON. */
const batchFor = (dimensions: number): number => (dimensions > 2_000 ? 50 : 200);
/** Points that are made in one turn of the loop. */
const TURN = 20;
const PAGE = 1_000;

/**
 * The index in a Qdrant server, 1.19 or later (`GLOSS_QDRANT_URL`; without a port 6333). Nothing is
 * asked of the server before the first call. A source is replaced in this order, each step
 * acknowledged when it is done (`wait=true`): its new passages go in beside the old ones; its head
 * names the new edition, which is the one step that readers see; the old passages go. A reader asks
 * which edition counts after it has found passages, so it shows one edition of a source and never
 * both. A writer that dies between the steps leaves passages that no reader shows; the next write
 * of the source, or `reconcile`, removes them. Faults: `unavailable` (not reached, too slow: 1.5 s
 * for a search; the key is not taken), `storage_full`, `internal` (Qdrant refuses what Gloss says).
 */
export function createQdrantIndex({
  url,
  apiKey,
  log,
  collection = COLLECTION,
}: {
  url: string;
  apiKey: string | undefined;
  log: Log;
  /** default: the one of this layout */
  collection?: string;
}): SearchIndex {
  const connection = new QdrantConnection({ url, apiKey, collection });
  const vocabularies = new Vocabularies(
    (ownerId) =>
      connection.write(async (client, name) => {
        const { hits } = await client.facet(name, {
          key: 'words',
          limit: MAX_WORDS,
          exact: false,
          filter: { must: scopeOf({ ownerId }, 'passage') },
        });
        return hits.map(({ value }) => String(value));
      }),
    log,
  );

  async function put(
    source: IndexedSource,
    edition: string,
    chunks: readonly Chunk[],
  ): Promise<void> {
    const { embedding } = source;
    const batch = batchFor(embedding?.dimensions ?? 0);
    const addVector = async () => {
      if (embedding && chunks.some(({ vector }) => vector))
        await connection.addVector(embedding.model, embedding.dimensions);
    };
    const write = () =>
      connection.write(async (client, name) => {
        for (let at = 0; at < chunks.length; at += batch)
          await client.upsert(name, {
            points: await pointsOf(source, edition, chunks.slice(at, at + batch)),
            wait: true,
          });
        const head: Head = {
          kind: 'source',
          source: source.sourceId,
          owner: source.ownerId,
          version: source.version,
          edition,
          type: source.sourceType,
          title: source.title.toWellFormed(),
          language: baseLanguage(source.language),
          ...(embedding ? { model: embedding.model } : {}),
        };
        await client.upsert(name, {
          points: [{ id: headId(source.sourceId), vector: {}, payload: { ...head } }],
          wait: true,
        });
        await client.delete(name, {
          filter: {
            must: [
              { key: 'source', match: { value: source.sourceId } },
              { key: 'kind', match: { value: 'passage' } },
            ],
            must_not: [{ key: 'edition', match: { value: edition } }],
          },
          wait: true,
        });
      });
    await addVector();
    await write().catch(async (error: unknown) => {
      if (!embedding || toFault(error).code !== 'internal') throw error;
      connection.forgetVectors();
      await addVector();
      await write();
    });
    log.debug(
      { sourceId: source.sourceId, version: source.version, chunks: chunks.length },
      'passages put into Qdrant',
    );
  }

  return {
    engine: 'qdrant',
    replace: async (source, chunks) =>
      put(
        source,
        editionOf(source, chunks),
        chunks.map((chunk, ordinal) => ({ ...chunk, ordinal })),
      ),
    async append(source, chunks) {
      const head = await connection.write((client, name) =>
        readHead(client, name, source.sourceId),
      );
      await put(
        source,
        head?.version === source.version ? head.edition : openEdition(source),
        chunks,
      );
    },
    async remove(sourceId) {
      await connection.write((client, name) =>
        client.delete(name, {
          filter: { must: [{ key: 'source', match: { value: sourceId } }] },
          wait: true,
        }),
      );
    },
    search: (query) =>
      connection.read((client, name) =>
        find({
          client,
          collection: name,
          query,
          vocabularies,
          log,
          isKnown: (model) => connection.hasVector(client, model),
          onRefused: () => {
            connection.forgetVectors();
          },
        }),
      ),
    counts: () =>
      connection.read(async (client, name) => {
        const count = async (kind: 'source' | 'passage') =>
          (await client.count(name, { filter: ofKind(kind), exact: true })).count;
        const [sources, chunks] = await Promise.all([count('source'), count('passage')]);
        return { sources, chunks };
      }),
    models: (scope) =>
      connection.read(async (client, name) => {
        const { hits } = await client.facet(name, {
          key: 'model',
          limit: PAGE,
          exact: true,
          filter: { must: scopeOf(scope, 'source') },
        });
        return hits.map(({ value }) => String(value));
      }),
    held: () => connection.write(readHeld),
    clear: () => connection.drop(),
    close: async () => {
      connection.close();
    },
  };
}

const ofKind = (kind: 'source' | 'passage'): Schemas['Filter'] => ({
  must: [{ key: 'kind', match: { value: kind } }],
});

/** The loop is free now and then, since words are told apart and stemmed here. */
async function pointsOf(
  source: IndexedSource,
  edition: string,
  chunks: readonly Chunk[],
): Promise<Schemas['PointStruct'][]> {
  const points: Schemas['PointStruct'][] = [];
  for (const chunk of chunks) {
    if (points.length % TURN === TURN - 1) await nextTurn();
    points.push(pointOf(source, edition, chunk));
  }
  return points;
}

function pointOf(source: IndexedSource, edition: string, chunk: Chunk): Schemas['PointStruct'] {
  const language = baseLanguage(source.language);
  // What is not well-formed UTF-16 no JSON reader takes; positions stay.
  const [title, heading, text] = [source.title, chunk.heading, chunk.text].map((it) =>
    it.toWellFormed(),
  ) as [string, string, string];
  const { vector, words } = passageWords({ title, heading, text, language });
  const passage: Passage = {
    kind: 'passage',
    source: source.sourceId,
    owner: source.ownerId,
    version: source.version,
    edition,
    type: source.sourceType,
    language,
    words,
    ordinal: chunk.ordinal,
    chunk: chunk.id,
    heading,
    text,
    locator: chunk.locator,
    pieces: chunk.pieces,
  };
  const dense =
    source.embedding && chunk.vector
      ? { [vectorName(source.embedding.model)]: [...chunk.vector] }
      : {};
  return {
    id: passageId(edition, chunk.ordinal),
    vector: { [WORDS]: vector, ...dense },
    payload: wellFormed(passage),
  };
}
/** Quotes within locators, too. */
const wellFormed = (passage: Passage): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(passage, (_, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    ),
  ) as Record<string, unknown>;

async function readHead(
  client: QdrantClient,
  name: string,
  sourceId: SourceId,
): Promise<Head | undefined> {
  const [point] = await client.retrieve(name, { ids: [headId(sourceId)], with_payload: true });
  return point && Head.parse(point.payload);
}

/**
 * What is there, counted point by point: passages that were lost are missing here, and those that
 * no head names are there.
 */
async function readHeld(
  client: QdrantClient,
  name: string,
): Promise<Awaited<ReturnType<SearchIndex['held']>>> {
  const filter = ofKind('passage');
  const passages = new Map<SourceId, number>();
  // There are no more editions than passages.
  const { count: limit } = await client.count(name, { filter, exact: true });
  const { hits } =
    limit === 0
      ? { hits: [] }
      : await client.facet(name, { key: 'edition', limit, exact: true, filter });
  for (const { value, count } of hits) {
    const whose = readEdition(String(value));
    if (whose) passages.set(whose.sourceId, (passages.get(whose.sourceId) ?? 0) + count);
  }
  const held: Awaited<ReturnType<SearchIndex['held']>> = [];
  let offset: Schemas['ScrollRequest']['offset'];
  do {
    const page = await client.scroll(name, {
      filter: ofKind('source'),
      limit: PAGE,
      with_payload: true,
      ...(offset ? { offset } : {}),
    });
    for (const { payload } of page.points) {
      const { source, version, model } = Head.parse(payload);
      held.push({
        sourceId: source,
        version,
        chunks: passages.get(source) ?? 0,
        ...(model === undefined ? {} : { model }),
      });
      passages.delete(source);
    }
    offset = page.next_page_offset ?? undefined;
  } while (offset);
  // No version is 0: such passages are of no use to any reader.
  for (const [sourceId, chunks] of passages) held.push({ sourceId, version: 0, chunks });
  return held;
}

import { randomUUID } from 'node:crypto';
import { QdrantClient } from '@qdrant/js-client-rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { chunksOf, indexedSource, searchIndexConformance } from '../conformance.ts';
import { createQdrantIndex } from './qdrant-index.ts';
import { startQdrantStandIn, type QdrantStandIn } from './testing/stand-in.ts';

const log = createLog('silent');

describe('Qdrant, through a stand-in that accepts only what the published API allows', () => {
  let server: QdrantStandIn;
  let collection = 'none';
  beforeAll(async () => {
    server = await startQdrantStandIn();
  });
  afterAll(async () => {
    await server.stop();
    expect(server.refused).toEqual([]);
  });
  searchIndexConformance('qdrant', {
    fresh: async () => {
      collection = `test_${randomUUID()}`;
    },
    open: () => createQdrantIndex({ url: server.url, apiKey: undefined, log, collection }),
  });

  it("ranks an owner's passages by that owner's term frequencies", async () => {
    const index = createQdrantIndex({
      url: server.url,
      apiKey: undefined,
      log,
      collection: `test_${randomUUID()}`,
    });
    const [mine, theirs] = [indexedSource(), indexedSource()];
    await index.replace(
      mine,
      chunksOf(mine, ['A common word and a rare one.', 'Common ground.', 'Common sense.']),
    );
    const scores = async () =>
      (await index.search({ text: 'common rare', ownerId: mine.ownerId, limit: 9 })).map(
        ({ score }) => score,
      );
    const before = await scores();
    await index.replace(
      theirs,
      chunksOf(
        theirs,
        Array.from({ length: 50 }, () => 'Rare, rare, rare.'),
      ),
    );
    expect(await scores()).toEqual(before);
    await index.close();
  });

  it("doesn't acknowledge a write before it is done", () => {
    const writes = server.requests.filter(({ operation }) =>
      ['upsert_points', 'delete_points', 'create_field_index', 'create_vector_name'].includes(
        operation,
      ),
    );
    expect(writes.length).toBeGreaterThan(100);
    expect(writes.filter(({ query }) => query['wait'] !== true)).toEqual([]);
  });
});

const url = process.env['GLOSS_QDRANT_URL'];
const apiKey = process.env['GLOSS_QDRANT_API_KEY'];
describe.skipIf(url === undefined)(
  url === undefined ? 'a real Qdrant: skipped, since GLOSS_QDRANT_URL names none' : 'a real Qdrant',
  () => {
    const made: string[] = [];
    afterAll(async () => {
      const client = new QdrantClient({
        url: url ?? '',
        checkCompatibility: false,
        ...(apiKey === undefined ? {} : { headers: { 'api-key': apiKey } }),
      });
      for (const name of made) await client.deleteCollection(name);
    });
    searchIndexConformance('qdrant', {
      fresh: async () => {
        made.push(`gloss_test_${randomUUID()}`);
      },
      open: () =>
        createQdrantIndex({ url: url ?? '', apiKey, log, collection: made.at(-1) ?? 'gloss_test' }),
    });
  },
);

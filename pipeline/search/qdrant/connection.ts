/**
 * Connection to Qdrant: sets a deadline for every call, turns every failure into a Fault, and
 * creates the collection if it is missing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { COLLECTION_PARAMS, PAYLOAD_INDEXES, vectorName } from './layout.ts';

/** Leaves the embedded index time to answer by words within two seconds of the question. */
const SEARCH_MS = 1_500;
const WRITE_MS = 30_000;
/** How long to wait for a collection that is being reorganised. */
const QUIET_MS = 20_000;
const LOOK_MS = 250;
/** First version with `match: prefix` and the corpus of `idf`. */
const OLDEST = [1, 19] as const;

export interface QdrantPlace {
  url: string;
  apiKey: string | undefined;
  /** name of the collection */
  collection: string;
}

/** `http://host` means port 6333, as everywhere with Qdrant; a path is the prefix of a proxy. */
/** Loads the client only if Qdrant is configured. */
async function clientFor({ url, apiKey }: QdrantPlace, timeout: number): Promise<QdrantClient> {
  const { QdrantClient } = await import('@qdrant/js-client-rest');
  const { origin, pathname } = new URL(url);
  return new QdrantClient({
    url: origin,
    timeout,
    checkCompatibility: false,
    ...(pathname === '/' ? {} : { prefix: pathname.replace(/\/$/, '') }),
    // With `apiKey` over plain http, the client would print a warning to the console.
    ...(apiKey === undefined ? {} : { headers: { 'api-key': apiKey } }),
  });
}

/** Messages of fetch for a server that is unreachable or disconnects during a response. */
const LOST = /fetch failed|terminated|network/i;
const Refusal = z.object({ status: z.int(), data: z.unknown() });
const Reason = z.object({ status: z.object({ error: z.string() }) });
export const statusOf = (error: unknown): number | undefined =>
  Refusal.safeParse(error).data?.status;

function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  // A point that Gloss didn't write, or an invalid passage.
  if (error instanceof z.ZodError || (error instanceof TypeError && !LOST.test(error.message)))
    return new Fault('internal', { cause: error });
  const refusal = Refusal.safeParse(error).data;
  const reason = Reason.safeParse(refusal?.data).data?.status.error;
  const cause = refusal
    ? new Error(`Qdrant answered ${refusal.status}: ${reason ?? 'without a reason'}`, {
        cause: error,
      })
    : error;
  if (refusal?.status === 401 || refusal?.status === 403)
    return new Fault('unavailable', {
      message: 'Qdrant rejected the key. Check GLOSS_QDRANT_API_KEY.',
      cause,
    });
  if (refusal?.status === 507) return new Fault('storage_full', { cause });
  if (
    refusal &&
    refusal.status < 500 &&
    refusal.status !== 429 &&
    refusal.status !== 408 &&
    refusal.status !== 404
  )
    return new Fault('internal', { cause });
  return new Fault('unavailable', {
    message: "Couldn't reach the search index. Check that Qdrant runs at GLOSS_QDRANT_URL.",
    cause,
  });
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export class QdrantConnection {
  readonly #place: QdrantPlace;
  readonly #reader: Promise<QdrantClient>;
  readonly #writer: Promise<QdrantClient>;
  #ready: Promise<void> | undefined;
  #vectors = new Set<string>();
  #closed = false;

  constructor(place: QdrantPlace) {
    this.#place = place;
    this.#reader = clientFor(place, SEARCH_MS);
    this.#writer = clientFor(place, WRITE_MS);
  }

  /** Runs the calls of a question under one deadline. */
  read<T>(work: (client: QdrantClient, collection: string) => Promise<T>): Promise<T> {
    return this.#run((again) => within(SEARCH_MS, this.#within(this.#reader, work, again)));
  }
  /** Runs writes and scans of the collection with one deadline per call. */
  write<T>(work: (client: QdrantClient, collection: string) => Promise<T>): Promise<T> {
    return this.#run((again) => this.#within(this.#writer, work, again));
  }
  /** Deletes the collection; the next call creates it again, which repairs any damage. */
  async drop(): Promise<void> {
    await this.write((client, collection) => client.deleteCollection(collection));
    this.#ready = undefined;
    this.forgetVectors();
  }
  /** Drops the cached vector names, because another process may have dropped the collection. */
  forgetVectors(): void {
    this.#vectors.clear();
  }
  close(): void {
    this.#closed = true;
  }

  /**
   * Adds vectors of a model to the existing collection. Faults: `unavailable` while Qdrant is
   * reorganising it.
   */
  async addVector(model: string, size: number): Promise<void> {
    const name = vectorName(model);
    if (this.#vectors.has(name)) return;
    await this.write(async (client, collection) => {
      if (await this.#knows(client, name)) return;
      await this.#whenQuiet(client);
      try {
        await client.createVectorName(
          collection,
          name,
          { dense: { size, distance: 'Cosine' } },
          { wait: true },
        );
      } catch (error) {
        if (!(await this.#knows(client, name))) throw error;
      }
      this.#vectors.add(name);
    });
  }
  /** Tells whether any passage may have a vector of this model. */
  async hasVector(client: QdrantClient, model: string): Promise<boolean> {
    const name = vectorName(model);
    return this.#vectors.has(name) || this.#knows(client, name);
  }

  /**
   * Waits until the collection is not being merged, because Qdrant 1.19 can lose a vector that is
   * added meanwhile.
   */
  async #whenQuiet(client: QdrantClient): Promise<void> {
    const until = Date.now() + QUIET_MS;
    while ((await client.getCollection(this.#place.collection)).status === 'yellow') {
      if (Date.now() > until)
        throw new Fault('unavailable', {
          message: 'Qdrant is reorganising its collection. Resumes automatically.',
        });
      await delay(LOOK_MS);
    }
  }

  async #knows(client: QdrantClient, name: string): Promise<boolean> {
    const { config } = await client.getCollection(this.#place.collection);
    this.#vectors = new Set(Object.keys(config.params.vectors ?? {}));
    return this.#vectors.has(name);
  }

  async #run<T>(work: (again: boolean) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Fault('unavailable', { cause: new Error('the index is closed') });
    try {
      return await work(false).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
        return work(true);
      });
    } catch (error) {
      throw faultOf(error);
    }
  }

  /** `again`: the collection existed before and is gone. */
  async #within<T>(
    made: Promise<QdrantClient>,
    work: (client: QdrantClient, collection: string) => Promise<T>,
    again: boolean,
  ): Promise<T> {
    const client = await made;
    if (again) {
      this.#ready = undefined;
      this.forgetVectors();
    }
    this.#ready ??= this.#prepare(client).catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    await this.#ready;
    return work(client, this.#place.collection);
  }

  /** Several processes may do this at once. */
  async #prepare(client: QdrantClient): Promise<void> {
    const { collection } = this.#place;
    const { version } = await client.versionInfo();
    const [major = 0, minor = 0] = version.split('.').map((it) => Number.parseInt(it, 10));
    if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
      throw new Fault('unavailable', {
        message: `Qdrant ${version} runs at GLOSS_QDRANT_URL, and Gloss needs ${OLDEST.join('.')} or later.`,
      });
    if (!(await client.collectionExists(collection)).exists) {
      await client.createCollection(collection, COLLECTION_PARAMS).catch((error: unknown) => {
        if (statusOf(error) !== 409) throw error;
      });
    }
    const { payload_schema: held } = await client.getCollection(collection);
    for (const [field_name, field_schema] of Object.entries(PAYLOAD_INDEXES)) {
      if (!(field_name in held))
        await client.createPayloadIndex(collection, {
          field_name,
          field_schema: field_schema as Schemas['PayloadFieldSchema'],
          wait: true,
        });
    }
  }
}

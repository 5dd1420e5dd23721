import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { batchesOf, textOf } from './batches.ts';
import {
  createOpenAiEmbedder,
  type EmbedderTimes,
  type EmbeddingSettings,
} from './openai-embedder.ts';
import { createCircuitBreakerEmbedder } from './circuit-breaker-embedder.ts';
import {
  answerJson,
  embeddingProvider,
  vectorsAnswer,
  type EmbeddingProvider,
  type EmbeddingScript,
} from './testing/embedding-provider.ts';

let provider: EmbeddingProvider;
beforeAll(async () => {
  provider = await embeddingProvider();
});
afterAll(() => provider.close());

const never = new AbortController().signal;
const embedder = (more: Partial<EmbeddingSettings> = {}, times: Partial<EmbedderTimes> = {}) =>
  createOpenAiEmbedder({
    settings: {
      model: 'small',
      baseUrl: provider.baseUrl,
      dimensions: undefined,
      apiKey: 'key',
      ...more,
    },
    fetch,
    log: createLog('silent'),
    times: { backoff: [5, 10], ...times },
  });
const lengthOf = (vector: Float32Array | undefined) => Math.hypot(...(vector ?? []));
const fails =
  (status: number, headers: Record<string, string> = {}): EmbeddingScript =>
  (res) => {
    answerJson(res, status, { error: { message: 'scripted' } }, headers);
  };
/** Responds with this as `data`. */
const gives =
  (...vectors: (number[] | string)[]): EmbeddingScript =>
  (res, call) => {
    answerJson(res, 200, vectorsAnswer(call, vectors));
  };

describe('a working provider', () => {
  it('returns a vector of length 1 for each text, in order', async () => {
    provider.script();
    const { vectors, tokens } = await embedder().embed(
      ['sea otters', 'honey bees', 'sea otters'],
      never,
    );
    expect(vectors.map((it) => Math.round(1e5 * lengthOf(it)))).toEqual([1e5, 1e5, 1e5]);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    expect(tokens).toBe(30);
    expect(provider.calls).toMatchObject([
      {
        path: '/v1/embeddings',
        authorization: 'Bearer key',
        model: 'small',
        input: ['sea otters', 'honey bees', 'sea otters'],
        dimensions: undefined,
      },
    ]);
  });

  it('may return vectors in another order, and omit token counts', async () => {
    provider.script((res) => {
      answerJson(res, 200, {
        data: [
          { index: 1, embedding: [0, 2] },
          { index: 0, embedding: [3, 4] },
        ],
      });
    });
    const { vectors, tokens } = await embedder().embed(['abcdef', 'b'], never);
    expect(vectors.map((it) => [...it].map((value) => Math.round(value * 10)))).toEqual([
      [6, 8],
      [0, 10],
    ]);
    expect(tokens).toBe(3);
  });

  it('may support only number arrays, which are requested from then on', async () => {
    provider.script(async (res, call, n) =>
      call.format === 'base64' ? fails400(res) : provider.well(res, call, n),
    );
    const fails400 = (res: Parameters<EmbeddingScript>[0]) => {
      answerJson(res, 400, { error: { message: 'encoding_format: base64 is not supported' } });
    };
    const it = embedder();
    expect((await it.embed(['a'], never)).vectors).toHaveLength(1);
    await it.embed(['b'], never);
    expect(provider.calls.map((call) => call.format)).toEqual(['base64', 'float', 'float']);
  });

  it('receives the configured dimensions, which name a separate vector space', async () => {
    provider.script();
    const it = embedder({ dimensions: 64 });
    expect(it.model).toBe('small@64');
    expect((await it.embed(['a'], never)).vectors[0]).toHaveLength(64);
    expect((await it.withModel('other').embed(['a'], never)).vectors[0]).toHaveLength(256);
    expect((await it.withModel('hf.co/x:y@32').embed(['a'], never)).vectors[0]).toHaveLength(32);
    expect(provider.calls.map((call) => [call.model, call.dimensions])).toEqual([
      ['small', 64],
      ['other', undefined],
      ['hf.co/x:y', 32],
    ]);
  });

  it('needs no API key', async () => {
    provider.script();
    await embedder({ apiKey: undefined }).embed(['a'], never);
    expect(provider.calls[0]?.authorization).toBe('Bearer none');
  });
});

describe('a failing provider', () => {
  it.each([
    [401, /OPENAI_API_KEY/],
    [404, /small/],
    [400, /rejected some text/],
    [418, /418/],
  ])('is not retried after status %i', async (status, message) => {
    provider.script(fails(status));
    await expect(embedder().embed(['a'], never)).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringMatching(message),
    });
    expect(provider.calls).toHaveLength(1);
  });

  it.each([429, 500, 503])(
    'is retried twice after status %i, and may succeed then',
    async (status) => {
      provider.script(fails(status));
      await expect(embedder().embed(['a'], never)).rejects.toMatchObject({
        code: 'provider_failed',
      });
      expect(provider.calls).toHaveLength(3);
      provider.script((res, call, n) =>
        n < 3 ? fails(status)(res, call, n) : provider.well(res, call, n),
      );
      expect((await embedder().embed(['a'], never)).vectors).toHaveLength(1);
    },
  );

  it('is retried after the time it asks for, unless that is too long', async () => {
    provider.script((res, call, n) =>
      n < 2 ? fails(429, { 'retry-after': '0.05' })(res, call, n) : provider.well(res, call, n),
    );
    expect((await embedder({}, { backoff: [60_000] }).embed(['a'], never)).vectors).toHaveLength(1);
    provider.script(fails(429, { 'retry-after': '3600' }));
    await expect(embedder().embed(['a'], never)).rejects.toMatchObject({ retryAfterS: 3600 });
    expect(provider.calls).toHaveLength(1);
  });

  it.each<[string, EmbeddingScript]>([
    ['too few', gives([1, 0])],
    ['too many', gives([1, 0], [1, 0], [1, 0])],
    ['of differing lengths', gives([1, 0], [1, 0, 0])],
    ['with no number', gives([1, 0], 'AADAfwAAgD8=')],
    ['all zeros', gives([1, 0], [0, 0])],
    ['in odd bytes', gives([1, 0], 'AAAA')],
    ['with infinity', gives([1, 0], [1e308 * 10, 1])],
    [
      'twice in one place',
      (res) => {
        answerJson(res, 200, {
          data: [
            { index: 0, embedding: [1] },
            { index: 0, embedding: [1] },
          ],
        });
      },
    ],
    [
      'beyond the last place',
      (res) => {
        answerJson(res, 200, {
          data: [
            { index: 0, embedding: [1] },
            { index: 7, embedding: [1] },
          ],
        });
      },
    ],
    [
      'as a page',
      (res) => {
        res.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
      },
    ],
    [
      'as an error with 200',
      (res) => {
        answerJson(res, 200, { error: { message: 'quota' } });
      },
    ],
  ])('is rejected if it returns %s', async (_, script) => {
    provider.script(script);
    await expect(embedder().embed(['a', 'b'], never)).rejects.toMatchObject({
      code: 'provider_failed',
    });
  });

  it("is rejected if the number of dimensions changes or isn't the configured one", async () => {
    provider.script();
    const it = embedder();
    await it.embed(['a'], never);
    provider.script(gives([1, 0, 0]));
    await expect(it.embed(['b'], never)).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('3 dimensions in place of 256'),
    });
    await expect(embedder({ dimensions: 8 }).embed(['b'], never)).rejects.toMatchObject({
      message: expect.stringContaining('3 dimensions in place of 8'),
    });
  });

  it('times out if it never responds', async () => {
    provider.script(() => undefined);
    await expect(embedder({}, { call: 60 }).embed(['a'], never)).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('too long'),
    });
    await provider.calls[0]?.closed;
  });

  it('is aborted at once by the caller', async () => {
    const asked = Promise.withResolvers<void>();
    provider.script(() => {
      asked.resolve();
    });
    const abort = new AbortController();
    const answer = embedder().embed(['a'], abort.signal);
    await asked.promise;
    abort.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    await provider.calls[0]?.closed;
  });

  it("fails if it can't be reached", async () => {
    const gone = await embeddingProvider();
    await gone.close();
    await expect(embedder({ baseUrl: gone.baseUrl }).embed(['a'], never)).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining("Couldn't reach"),
    });
  });

  it('is skipped for a while after a failure, but not after refusing a text', async () => {
    const it = createCircuitBreakerEmbedder(embedder());
    provider.script(fails(400));
    await expect(it.embed(['a'], never)).rejects.toThrow();
    provider.script(fails(401));
    await expect(it.embed(['a'], never)).rejects.toThrow('refused the key');
    provider.script();
    await expect(it.embed(['a'], never)).rejects.toThrow('refused the key');
    expect(provider.calls).toHaveLength(0);
  });
});

describe('batches', () => {
  it('keep the order, and are limited in number and in length', () => {
    const items = Array.from({ length: 200 }, (_, at) => `${at}`);
    const batches = batchesOf(items, (it) => it);
    expect(batches.flat()).toEqual(items);
    expect(Math.max(...batches.map((it) => it.length))).toBe(64);
    const long = batchesOf(
      ['a', '猫'.repeat(8_000), 'b'.repeat(60_000), 'c', 'd'.repeat(90_000)],
      (it) => it,
    );
    expect(long.map((it) => it.length)).toEqual([2, 2, 1]);
  });
  it('contain passages with their headings, truncated to a limit', () => {
    expect(textOf({ heading: 'Bees › Dance', text: 'They dance.' })).toBe(
      'Bees › Dance\nThey dance.',
    );
    expect(textOf({ heading: '', text: `${'x'.repeat(7_999)}😀` })).toBe('x'.repeat(7_999));
  });
});

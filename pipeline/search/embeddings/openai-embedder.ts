/**
 * Vectors of any provider that speaks OpenAI's `embeddings`. The SDK's own retries are not used: it
 * would wait for hours where it is told to, and take a short or broken answer for a good one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import { Fault } from '#core/contract/faults.ts';
import { estimatedTokens } from './batches.ts';
import { TextRefused, type Embedded, type Embedder } from './contract.ts';

export interface EmbeddingSettings {
  model: string;
  baseUrl: string;
  dimensions: number | undefined;
  apiKey: string | undefined;
}
/** All in ms. */
export interface EmbedderTimes {
  /** one call */
  call: number;
  /** waits before the retries, where the provider names none */
  backoff: readonly number[];
}
export interface EmbedderOptions {
  settings: EmbeddingSettings;
  /** the one that leads to the provider alone */
  fetch: typeof fetch;
  log: Log;
  times?: Partial<EmbedderTimes>;
}

const TIMES: EmbedderTimes = { call: 60_000, backoff: [500, 2_000] };
const MAX_WAIT_S = 20;
const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const BYTES = Float32Array.BYTES_PER_ELEMENT;

const Answer = z.object({
  data: z.array(
    z.object({
      index: z.int().nonnegative().optional(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  usage: z
    .object({ prompt_tokens: z.number().optional(), total_tokens: z.number().optional() })
    .nullish()
    .catch(undefined),
});

/** Worth another try, after `waitMs` where the provider said so. */
class Again extends Error {
  readonly waitMs: number | undefined;
  constructor(fault: Fault, waitMs?: number) {
    super(fault.message, { cause: fault });
    this.waitMs = waitMs;
  }
}

const broken = (why: string, cause?: unknown) =>
  new Fault('provider_failed', {
    message: `The embedding provider answered with something that is no vector (${why}). Check GLOSS_EMBEDDING_MODEL and GLOSS_EMBEDDING_DIMENSIONS.`,
    cause,
  });

export function createOpenAiEmbedder(options: EmbedderOptions): Embedder {
  const {
    settings: { model: name, dimensions, baseUrl, apiKey },
    fetch,
    log,
  } = options;
  const limits = { ...TIMES, ...options.times };
  /** Told by the first answer, where it was not set. */
  let width = dimensions;
  let format: 'base64' | 'float' = 'base64';

  async function ask(texts: readonly string[], signal: AbortSignal): Promise<string> {
    const response = await fetch(`${baseUrl}/embeddings`, {
      method: 'POST',
      signal,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey ?? 'none'}` },
      body: JSON.stringify({
        model: name,
        input: texts,
        encoding_format: format,
        ...(dimensions === undefined ? {} : { dimensions }),
      }),
    });
    const text = await bounded(response);
    if (response.ok) return text;
    if (response.status === 400 && format === 'base64' && /encoding_format|base64/i.test(text)) {
      format = 'float';
      return ask(texts, signal);
    }
    throw refusal(response, name);
  }

  async function once(texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const deadline = AbortSignal.timeout(limits.call);
    try {
      return read(await ask(texts, AbortSignal.any([signal, deadline])), texts);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof Fault || error instanceof Again) throw error;
      if (deadline.aborted)
        throw new Fault('provider_failed', {
          message: 'The embedding provider took too long.',
          cause: error,
        });
      throw new Again(
        new Fault('provider_failed', {
          message:
            'The embedding provider cannot be reached. Check GLOSS_EMBEDDING_BASE_URL or OPENAI_BASE_URL, and the network.',
          cause: error,
        }),
      );
    }
  }

  function read(body: string, texts: readonly string[]): Embedded {
    const { data, usage } = parsed(body);
    if (data.length !== texts.length) throw broken(`${data.length} for ${texts.length} texts`);
    const vectors = new Array<Float32Array>(texts.length);
    for (const [at, { index = at, embedding }] of data.entries()) {
      if (index >= texts.length || vectors[index]) throw broken(`one in the place ${index}`);
      const vector =
        typeof embedding === 'string' ? floats(embedding) : Float32Array.from(embedding);
      width ??= vector.length;
      if (vector.length !== width) throw broken(`${vector.length} dimensions in place of ${width}`);
      vectors[index] = normalised(vector);
    }
    const tokens =
      usage?.prompt_tokens ??
      usage?.total_tokens ??
      texts.reduce((sum, text) => sum + estimatedTokens(text), 0);
    return { vectors, tokens };
  }

  return {
    model: dimensions === undefined ? name : `${name}@${dimensions}`,
    async embed(texts, signal) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await once(texts, signal);
        } catch (error) {
          if (!(error instanceof Again)) throw error;
          const backoff = limits.backoff[attempt];
          const waitMs = error.waitMs ?? backoff;
          if (backoff === undefined || waitMs === undefined || waitMs > MAX_WAIT_S * 1000)
            throw error.cause;
          log.warn({ model: name, waitMs, err: error.cause }, 'embedding provider asked again');
          await sleep(waitMs, undefined, { signal });
        }
      }
    },
    withModel(model) {
      const parts = /^(.*?)(?:@(\d+))?$/s.exec(model);
      const settings = {
        ...options.settings,
        model: parts?.[1] ?? model,
        dimensions: parts?.[2] === undefined ? undefined : Number(parts[2]),
      };
      return createOpenAiEmbedder({ ...options, settings });
    },
  };
}

function parsed(body: string): z.infer<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(body));
  } catch (error) {
    throw broken('not of the right form', error);
  }
}

function floats(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.length % BYTES !== 0) throw broken('not a list of numbers');
  // Little-endian, as all machines are that Node runs on; a copy, for a Buffer may begin at an odd
  // address.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0)
    throw broken(length === 0 ? 'all zeros' : 'not numbers');
  return vector.map((value) => value / length);
}

async function bounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) throw broken(`more than ${MAX_ANSWER_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function refusal({ status, headers }: Response, model: string): Fault | Again {
  const wait = retryAfterS(headers, Date.now());
  const fault = (message: string) =>
    new Fault('provider_failed', {
      message,
      cause: new Error(`status ${status}`),
      ...(wait === undefined ? {} : { retryAfterS: Math.ceil(wait) }),
    });
  const again = (message: string) =>
    new Again(fault(message), wait === undefined ? undefined : wait * 1000);
  switch (status) {
    case 401:
    case 403:
      return fault(
        'The embedding provider refused the key. The operator has to check OPENAI_API_KEY.',
      );
    case 404:
      return fault(
        `The embedding provider does not know the model “${model}”. The operator has to check GLOSS_EMBEDDING_MODEL.`,
      );
    case 400:
    case 413:
    case 422:
      return new TextRefused(new Error(`status ${status}`));
    case 429:
      return again(
        'The embedding provider asks for a pause, or its quota is used up. Gloss goes on by itself.',
      );
    default:
      return status >= 500
        ? again(`The embedding provider has a problem of its own (${status}).`)
        : fault(`The embedding provider did not answer as it should (${status}).`);
  }
}

function retryAfterS(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

/**
 * Embeddings from any provider with OpenAI's `embeddings` endpoint. Doesn't use the SDK, because it
 * would wait for hours if the server asks for it, and accepts incomplete or malformed responses.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#config/log.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Embedded, Embedder } from './contract.ts';
import { errorOf, readBounded, readEmbeddings, RetryableError } from './embedding-response.ts';

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
  /** waits before retries, in ms, if the provider specifies none */
  backoff: readonly number[];
}
export interface EmbedderOptions {
  settings: EmbeddingSettings;
  /** a fetch that can reach only the provider */
  fetch: typeof fetch;
  log: Log;
  times?: Partial<EmbedderTimes>;
}

const TIMES: EmbedderTimes = { call: 60_000, backoff: [500, 2_000] };
const MAX_WAIT_S = 20;

export function createOpenAiEmbedder(options: EmbedderOptions): Embedder {
  const {
    settings: { model: name, dimensions, baseUrl, apiKey },
    fetch,
    log,
  } = options;
  const limits = { ...TIMES, ...options.times };
  /** Taken from the first response if not set. */
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
    const text = await readBounded(response);
    if (response.ok) return text;
    if (response.status === 400 && format === 'base64' && /encoding_format|base64/i.test(text)) {
      format = 'float';
      return ask(texts, signal);
    }
    throw errorOf(response, name);
  }

  async function once(texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const deadline = AbortSignal.timeout(limits.call);
    try {
      const body = await ask(texts, AbortSignal.any([signal, deadline]));
      const embedded = readEmbeddings(body, texts, width);
      width ??= embedded.vectors[0]?.length;
      return embedded;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof Fault || error instanceof RetryableError) throw error;
      if (deadline.aborted)
        throw new Fault('provider_failed', {
          message: 'The embedding provider took too long.',
          cause: error,
        });
      throw new RetryableError(
        new Fault('provider_failed', {
          message:
            "Couldn't reach the embedding provider. Check GLOSS_EMBEDDING_BASE_URL or OPENAI_BASE_URL, and the network.",
          cause: error,
        }),
      );
    }
  }

  return {
    model: dimensions === undefined ? name : `${name}@${dimensions}`,
    async embed(texts, signal) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await once(texts, signal);
        } catch (error) {
          if (!(error instanceof RetryableError)) throw error;
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
      const settings = { ...options.settings, ...modelOf(model) };
      return createOpenAiEmbedder({ ...options, settings });
    },
  };
}

/** Splits `name@dimensions`, the form of `Embedder.model`. */
function modelOf(model: string): Pick<EmbeddingSettings, 'model' | 'dimensions'> {
  const parts = /^(.*?)(?:@(\d+))?$/s.exec(model);
  return {
    model: parts?.[1] ?? model,
    dimensions: parts?.[2] === undefined ? undefined : Number(parts[2]),
  };
}

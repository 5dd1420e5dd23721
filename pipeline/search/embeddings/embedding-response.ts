/** Reads the responses of an OpenAI-compatible `embeddings` endpoint. */
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { estimatedTokens } from './batches.ts';
import { TextRefused, type Embedded } from './contract.ts';

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

/** A call that may succeed when repeated, after `waitMs` if the provider specified a wait. */
export class RetryableError extends Error {
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

/** Validates a response; `dimensions`: of each vector, if known. */
export function readEmbeddings(
  body: string,
  texts: readonly string[],
  dimensions: number | undefined,
): Embedded {
  let width = dimensions;
  const { data, usage } = parsed(body);
  if (data.length !== texts.length) throw broken(`${data.length} for ${texts.length} texts`);
  const vectors = new Array<Float32Array>(texts.length);
  for (const [at, { index = at, embedding }] of data.entries()) {
    if (index >= texts.length || vectors[index]) throw broken(`one in the place ${index}`);
    const vector = typeof embedding === 'string' ? floats(embedding) : Float32Array.from(embedding);
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
  // Little-endian, like all machines that Node runs on. Copied, because a Buffer may be unaligned.
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

/** Reads the response's body, up to `MAX_ANSWER_BYTES`. */
export async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) throw broken(`more than ${MAX_ANSWER_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Returns the error for an unsuccessful response. */
export function errorOf({ status, headers }: Response, model: string): Fault | RetryableError {
  const wait = retryAfterS(headers, Date.now());
  const fault = (message: string) =>
    new Fault('provider_failed', {
      message,
      cause: new Error(`status ${status}`),
      ...(wait === undefined ? {} : { retryAfterS: Math.ceil(wait) }),
    });
  const retryable = (message: string) =>
    new RetryableError(fault(message), wait === undefined ? undefined : wait * 1000);
  switch (status) {
    case 401:
    case 403:
      return fault(
        'The embedding provider refused the key. The operator has to check OPENAI_API_KEY.',
      );
    case 404:
      return fault(
        `The embedding provider doesn't have the model “${model}”. The operator has to check GLOSS_EMBEDDING_MODEL.`,
      );
    case 400:
    case 413:
    case 422:
      return new TextRefused(new Error(`status ${status}`));
    case 429:
      return retryable(
        'The embedding provider asked Gloss to slow down, or its quota is used up. Resumes automatically.',
      );
    default:
      return status >= 500
        ? retryable(`The embedding provider returned an error (${status}).`)
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

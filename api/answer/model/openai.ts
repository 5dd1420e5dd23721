/**
 * Streams answers from any OpenAI-compatible provider. The SDK has no useful retries, no time
 * limits on streams, and accepts answers that were cut off, so this module does all three. An
 * answer is complete only if the provider sent a finish reason.
 */
import { DEFAULT_PROVIDER_URL } from '#config/default-provider-url.ts';
import type OpenAI from 'openai';
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { Fault } from '#core/contract/faults.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { EndReason, Model, ModelEvent, ModelRequest } from './contract.ts';
import { Deadline } from './deadline.ts';
import { listModels } from './list-models.ts';
import { providerFault } from './provider-fault.ts';
import { startCompletion } from './start-completion.ts';
import { createTextGuard } from './text-guard.ts';
import { createThoughtFilter } from './thought-filter.ts';

/**
 * Limits of one call, in ms. `idle` is measured between pieces of content: keep-alive comments do
 * not count.
 */
export interface ModelTimes {
  firstToken: number;
  idle: number;
  total: number;
  /** limit for what follows the finish reason */
  tail: number;
  /** Pauses before the retries. */
  backoff: readonly number[];
}
const TIMES: ModelTimes = {
  firstToken: 60_000,
  idle: 30_000,
  total: 300_000,
  tail: 1000,
  backoff: [500, 2000],
};
const MAX_OUTPUT_BYTES = 200_000;

/** A text, or a list of parts, some of which are text. */
const Content = z.union([
  z.string(),
  z
    .array(z.object({ type: z.string(), text: z.string().optional() }))
    .transform((parts) => parts.map((it) => (it.type === 'text' ? (it.text ?? '') : '')).join('')),
]);
/** The fields of a chunk that are used; providers send many more. */
const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: Content.nullish(),
            refusal: z.string().nullish(),
            reasoning: z.unknown().optional(),
            reasoning_content: z.unknown().optional(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({ prompt_tokens: z.number(), completion_tokens: z.number() })
    .nullish()
    .catch(null),
});

export interface OpenAiOptions {
  provider: Settings['provider'];
  fetch: typeof fetch;
  log: Log;
  times?: Partial<ModelTimes>;
}

export function createOpenAiModel({ provider, fetch: inner, log, times }: OpenAiOptions): Model {
  const limits = { ...TIMES, ...times };
  // The SDK loads while the server starts; only the first question waits for it.
  const client = loadClient(provider, inner, limits.total);

  async function* complete(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const { model } = request;
    const thoughts = createThoughtFilter();
    // The deadline starts after the SDK is loaded, so that loading doesn't reduce the provider's
    // time.
    const openAi = await client;
    const deadline = new Deadline(request.signal, limits.total);
    const guard = createTextGuard(MAX_OUTPUT_BYTES);
    let given = false;
    let finish: EndReason | undefined;
    try {
      deadline.within(limits.firstToken, 'no first word');
      const stream = await startCompletion(openAi, request, deadline, {
        backoff: limits.backoff,
        log,
      });
      for await (const raw of stream) {
        const { choices, usage } = Chunk.parse(raw);
        const choice = choices?.[0];
        const rawText = `${choice?.delta?.content ?? ''}${choice?.delta?.refusal ?? ''}`;
        const ending =
          finish === undefined && choice?.finish_reason
            ? endReason(choice.finish_reason)
            : undefined;
        const text = guard.pass(`${thoughts.pass(rawText)}${ending ? thoughts.rest() : ''}`);
        if (text !== '' && finish === undefined) {
          given = true;
          yield { type: 'text', text };
        }
        if (rawText !== '' || choice?.delta?.reasoning || choice?.delta?.reasoning_content)
          deadline.within(limits.idle, 'no further word');
        if (usage)
          yield {
            type: 'usage',
            inputTokens: usage.prompt_tokens,
            outputTokens: usage.completion_tokens,
          };
        if (guard.full) {
          finish = 'length';
          break;
        }
        if (ending) {
          finish = ending;
          deadline.within(limits.tail, 'no end after the finish');
        }
      }
    } catch (error) {
      if (finish === undefined || request.signal.aborted) throw failed(error);
    } finally {
      deadline.end();
    }
    if (finish === undefined || request.signal.aborted) throw failed(undefined);
    yield { type: 'end', reason: finish };

    function failed(error: unknown): Fault {
      const cause = deadline.expired ? new Error(deadline.expired, { cause: error }) : error;
      if (request.signal.aborted) return new Fault('interrupted', { cause: request.signal.reason });
      log.warn(
        { model, err: cause ?? new Error('the stream ended without a finish reason') },
        'provider failed',
      );
      if (given) return new Fault('interrupted', { cause });
      if (deadline.expired)
        return new Fault('provider_failed', {
          message:
            'The model provider took too long to respond. Ask again, or choose another model.',
          cause,
        });
      return providerFault(error, model, Date.now());
    }
  }
  return { complete, list: () => listModels(client) };
}

async function loadClient(
  provider: Settings['provider'],
  fetch: typeof globalThis.fetch,
  timeout: number,
): Promise<OpenAI> {
  const sdk = await import('openai');
  return new sdk.default({
    apiKey: provider.apiKey ?? 'none',
    baseURL: provider.baseUrl ?? DEFAULT_PROVIDER_URL,
    organization: null,
    project: null,
    fetch: boundedFetch(fetch),
    maxRetries: 0,
    timeout,
    logLevel: 'off',
  });
}

function endReason(finish: string): EndReason {
  switch (finish.toLowerCase()) {
    case 'error':
      throw new Error('the provider finished with an error');
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'length';
    case 'content_filter':
    case 'safety':
    case 'recitation':
    case 'prohibited_content':
    case 'refusal':
      return 'content_filter';
    default:
      return 'stop';
  }
}

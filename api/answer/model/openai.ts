/**
 * Any OpenAI-compatible provider. The SDK neither retries usefully, nor times a stream, nor tells a
 * whole answer from one cut off, so all three are done here: an answer is whole if and only if a
 * finish reason was seen.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import { Fault } from '#core/contract/faults.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { EndReason, ListedModel, Model, ModelEvent, ModelRequest } from './contract.ts';
import { providerFault, retryDelayMs } from './provider-fault.ts';
import { Deadline } from './deadline.ts';
import { createTextGuard } from './text-guard.ts';
import { createThoughtFilter } from './thought-filter.ts';

/** All in ms. `idle` is measured between pieces of content: keep-alive comments do not count. */
export interface ModelTimes {
  firstToken: number;
  idle: number;
  total: number;
  /** for what follows the finish reason */
  tail: number;
  /** waits before the retries */
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
const LIST_MS = 3000;

/** Text, or parts of which some are text. */
const Content = z.union([
  z.string(),
  z
    .array(z.object({ type: z.string(), text: z.string().optional() }))
    .transform((parts) => parts.map((it) => (it.type === 'text' ? (it.text ?? '') : '')).join('')),
]);
/** What is read of a chunk; providers add much else. */
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
/** `context_length` is OpenRouter's, `max_model_len` vLLM's. */
const Listed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      context_length: z.number().positive().nullish().catch(null),
      max_model_len: z.number().positive().nullish().catch(null),
    }),
  ),
});

export interface OpenAiOptions {
  provider: Settings['provider'];
  fetch: typeof fetch;
  log: Log;
  times?: Partial<ModelTimes>;
}

export function createOpenAiModel({ provider, fetch: inner, log, times }: OpenAiOptions): Model {
  const limits = { ...TIMES, ...times };
  // Loaded while the server starts, but never waited for before the first question.
  const client = import('openai').then(
    ({ default: OpenAI }) =>
      new OpenAI({
        apiKey: provider.apiKey ?? 'none',
        baseURL: provider.baseUrl ?? 'https://api.openai.com/v1',
        organization: null,
        project: null,
        fetch: boundedFetch(inner),
        maxRetries: 0,
        timeout: limits.total,
        logLevel: 'off',
      }),
  );

  /** Asks until the provider begins to stream, or has failed too often. */
  async function begin(
    { model, once, ...request }: ModelRequest,
    deadline: Deadline,
  ): Promise<AsyncIterable<unknown>> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await (await client).chat.completions.create(
          {
            model,
            messages: request.messages,
            stream: true,
            stream_options: { include_usage: true },
            ...(request.maxOutputTokens === undefined
              ? {}
              : { max_completion_tokens: request.maxOutputTokens }),
          },
          { signal: deadline.signal },
        );
      } catch (error) {
        const wait =
          deadline.signal.aborted || once
            ? undefined
            : retryDelayMs(error, attempt, limits.backoff, Date.now());
        if (wait === undefined) throw error;
        log.warn(
          { model, status: (error as { status?: unknown }).status, waitMs: wait },
          'provider asked again',
        );
        await sleep(wait, undefined, { signal: deadline.signal });
      }
    }
  }

  async function* complete(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const { model } = request;
    const thoughts = createThoughtFilter();
    // That it is still being loaded is no fault of the provider.
    await client;
    const deadline = new Deadline(request.signal, limits.total);
    const guard = createTextGuard(MAX_OUTPUT_BYTES);
    let given = false;
    let finish: EndReason | undefined;
    try {
      deadline.within(limits.firstToken, 'no first word');
      for await (const raw of await begin(request, deadline)) {
        const { choices, usage } = Chunk.parse(raw);
        const choice = choices?.[0];
        const said = `${choice?.delta?.content ?? ''}${choice?.delta?.refusal ?? ''}`;
        const ending =
          finish === undefined && choice?.finish_reason
            ? endReason(choice.finish_reason)
            : undefined;
        const text = guard.pass(`${thoughts.pass(said)}${ending ? thoughts.rest() : ''}`);
        if (text !== '' && finish === undefined) {
          given = true;
          yield { type: 'text', text };
        }
        if (said !== '' || choice?.delta?.reasoning || choice?.delta?.reasoning_content)
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
          message: 'The model provider took too long to begin. Ask again, or choose another model.',
          cause,
        });
      return providerFault(error, model, Date.now());
    }
  }

  async function list(): ReturnType<Model['list']> {
    try {
      const found = Listed.safeParse(
        await (await client).get('/models', { signal: AbortSignal.timeout(LIST_MS) }),
      );
      const { host } = new URL((await client).baseURL);
      return {
        host,
        models: found.data?.data.map(({ id, context_length, max_model_len }): ListedModel => {
          const contextTokens = context_length ?? max_model_len;
          return { name: id, ...(contextTokens ? { contextTokens } : {}) };
        }),
      };
    } catch (error) {
      throw providerFault(error, '', Date.now());
    }
  }
  return { complete, list };
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

import { setTimeout as sleep } from 'node:timers/promises';
import type OpenAI from 'openai';
import type { Log } from '#config/log.ts';
import type { ModelRequest } from './contract.ts';
import type { Deadline } from './deadline.ts';
import { retryDelayMs } from './provider-fault.ts';

export interface RetryOptions {
  /** Pauses before the retries, in ms. */
  backoff: readonly number[];
  log: Log;
}

/**
 * Requests a completion and returns its stream. Retries while the provider is busy or failing,
 * unless the request sets `once`. Throws the provider's last error.
 */
export async function startCompletion(
  client: OpenAI,
  { model, once, messages, maxOutputTokens }: ModelRequest,
  deadline: Deadline,
  { backoff, log }: RetryOptions,
): Promise<AsyncIterable<unknown>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await client.chat.completions.create(
        {
          model,
          messages,
          stream: true,
          stream_options: { include_usage: true },
          ...(maxOutputTokens === undefined ? {} : { max_completion_tokens: maxOutputTokens }),
        },
        { signal: deadline.signal },
      );
    } catch (error) {
      const waitMs =
        deadline.signal.aborted || once
          ? undefined
          : retryDelayMs(error, attempt, backoff, Date.now());
      if (waitMs === undefined) throw error;
      log.warn(
        { model, status: (error as { status?: unknown }).status, waitMs },
        'provider asked again',
      );
      await sleep(waitMs, undefined, { signal: deadline.signal });
    }
  }
}

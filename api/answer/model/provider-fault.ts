import { APIConnectionError, APIError } from 'openai/error';
import { Fault, FAULTS } from '#core/contract/faults.ts';

const MAX_WAIT_S = 20;

/** Seconds of a Retry-After header (seconds or a date), or undefined. */
export function retryAfterS(headers: Headers | undefined, now: number): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms / 1000;
  const value = headers?.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now) / 1000);
}

/** The wait before a retry, in ms; undefined if the call must not be retried. */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  backoffMs: readonly number[],
  now: number,
): number | undefined {
  if (!(error instanceof APIError) || error.status === undefined) return undefined;
  if (error.status !== 429 && error.status < 500) return undefined;
  const backoff = backoffMs[attempt];
  if (backoff === undefined) return undefined;
  const wished = retryAfterS(error.headers, now);
  if (wished !== undefined && wished > MAX_WAIT_S) return undefined;
  return wished === undefined ? backoff : wished * 1000;
}

/** The message for a call that failed before its first word. The provider's text is only logged. */
export function providerFault(error: unknown, model: string, now: number): Fault {
  const fault = (message: string, retryAfter?: number) =>
    new Fault('provider_failed', {
      message,
      cause: error,
      ...(retryAfter === undefined ? {} : { retryAfterS: Math.ceil(retryAfter) }),
    });
  if (error instanceof APIConnectionError)
    return fault(
      "Couldn't reach the model provider. Check OPENAI_BASE_URL and the network, then ask again.",
    );
  if (!(error instanceof APIError) || error.status === undefined)
    return fault(FAULTS.provider_failed.message);
  switch (error.status) {
    case 401:
    case 403:
      return fault('The model provider refused the key. The operator has to check OPENAI_API_KEY.');
    case 404:
      return fault(
        `The model provider doesn't have the model “${model}”. Choose another model, or set one in GLOSS_MODELS.`,
      );
    case 400:
    case 413:
    case 422:
      return fault(
        'The model provider rejected the question. Select fewer sources or choose another model.',
      );
    case 429: {
      const wait = retryAfterS(error.headers, now);
      return fault(
        wait
          ? `The model provider asks for a pause of ${Math.ceil(wait)} seconds. Ask again then.`
          : 'The model provider asks for a pause, or its quota is used up. Try again in a moment.',
        wait,
      );
    }
    default:
      return fault(
        `The model provider returned an error (${error.status}). Try again in a moment.`,
      );
  }
}

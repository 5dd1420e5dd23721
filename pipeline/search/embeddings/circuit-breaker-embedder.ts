import { Fault } from '#core/contract/faults.ts';
import { TextRefused, type Embedder } from './contract.ts';

const REST_MS = 15_000;

export interface CircuitBreakerEmbedder extends Embedder {
  /** The fault of the last call; undefined if it succeeded. */
  lastFault(): Fault | undefined;
}

/**
 * After the provider fails, further calls fail at once for a while, so that a thousand sources
 * don't each wait for it.
 */
export function createCircuitBreakerEmbedder(
  embedder: Embedder,
  restMs = REST_MS,
): CircuitBreakerEmbedder {
  let until = 0;
  let last: Fault | undefined;
  return {
    ...embedder,
    lastFault: () => last,
    async embed(texts, signal) {
      if (last && Date.now() < until) throw last;
      try {
        const embedded = await embedder.embed(texts, signal);
        last = undefined;
        return embedded;
      } catch (error) {
        if (error instanceof Fault && !(error instanceof TextRefused) && !signal.aborted) {
          last = error;
          until = Date.now() + Math.max(restMs, (error.retryAfterS ?? 0) * 1000);
        }
        throw error;
      }
    },
  };
}

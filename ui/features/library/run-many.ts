/** Runs an action on any number of sources in batches. Pure except for `act`. */
import type { BulkResult } from '#core/contract/library.ts';

export interface ManyOutcome {
  done: number;
  left: BulkResult['left'];
  /** not tried, because it was stopped or failed */
  rest: string[];
  /** why it failed */
  error?: unknown;
}

export async function runMany(
  ids: readonly string[],
  act: (some: string[]) => Promise<BulkResult>,
  { atOnce, signal, onStep }: { atOnce: number; signal: AbortSignal; onStep(tried: number): void },
): Promise<ManyOutcome> {
  let done = 0;
  const failed: BulkResult['left'] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    if (signal.aborted) return { done, left: failed, rest: ids.slice(from) };
    try {
      const step = await act(ids.slice(from, from + atOnce));
      done += step.done.length;
      failed.push(...step.left);
    } catch (error) {
      return { done, left: failed, rest: ids.slice(from), ...(signal.aborted ? {} : { error }) };
    }
    onStep(Math.min(from + atOnce, ids.length));
  }
  return { done, left: failed, rest: [] };
}

/** The reasons why sources were skipped, most frequent first. */
export function reasonsOf(left: BulkResult['left']): { message: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { message } of left) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts]
    .map(([message, count]) => ({ message, count }))
    .toSorted((one, other) => other.count - one.count);
}

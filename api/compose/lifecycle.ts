import type { Log } from '#config/log.ts';
import type { Feature } from '../http/feature.ts';

/** Ends a part of a process. `graceMs`: how long work in progress may take. */
export type Close = (graceMs: number) => Promise<void> | void;

/** The parts of a process that must be closed, in the order in which they start. */
export interface Lifecycle {
  /** `name` identifies the part in the log. */
  add(name: string, close: Close): void;
  /**
   * Closes the parts one after another, the last one first. A part that fails does not keep the
   * others open. Further calls return the promise of the first. Rejects, after the last part, with
   * the error, or with an `AggregateError` of several.
   */
  closeAll(graceMs: number): Promise<void>;
}

export function createLifecycle(log: Log): Lifecycle {
  const parts: { name: string; close: Close }[] = [];
  let closing: Promise<void> | undefined;
  async function closeEach(graceMs: number): Promise<void> {
    const errors: unknown[] = [];
    for (const { name, close } of parts.toReversed()) {
      try {
        await close(graceMs);
      } catch (error) {
        log.error({ err: error, part: name }, 'a part of this process could not be closed');
        errors.push(error);
      }
    }
    rethrow(errors);
  }
  return {
    add(name, close) {
      parts.push({ name, close });
    },
    closeAll: (graceMs) => (closing ??= closeEach(graceMs)),
  };
}

/** Combines parts into one: they start in order and are closed at the same time. */
export function combine(parts: readonly Feature[]): Feature {
  return {
    name: parts.map(({ name }) => name).join(', '),
    routes: parts.flatMap(({ routes = [] }) => routes),
    async start() {
      for (const part of parts) await part.start?.();
    },
    async close(graceMs) {
      const closed = await Promise.allSettled(parts.map(async (part) => part.close?.(graceMs)));
      rethrow(closed.flatMap((it): unknown[] => (it.status === 'rejected' ? [it.reason] : [])));
    },
  };
}

function rethrow(errors: readonly unknown[]): void {
  if (errors.length > 1) throw new AggregateError(errors, 'Several parts could not be closed.');
  if (errors.length === 1) throw errors[0];
}

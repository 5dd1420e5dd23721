import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { toldPlace } from './reading-positions.ts';
import type { ThreadState } from './thread-state.ts';
import type { At } from './use-shown-source.ts';

/**
 * The source to open first: the linked one, else the last one in this browser, else the last one on
 * the server, else the thread's primary source.
 */
export function firstSource(
  linkedId: string | null,
  state: Pick<ThreadState, 'current'>,
  { source_metadata: told }: Pick<Thread, 'source_metadata'>,
): At {
  if (linkedId !== null) return { id: linkedId, asked: true };
  const flagged = (flag: 'is_current_source' | 'is_primary_source') =>
    told?.find((it) => it.metadata[flag])?.sourceId;
  return {
    id: state.current ?? flagged('is_current_source') ?? flagged('is_primary_source'),
    asked: false,
  };
}

/** The source to show after one is removed: the next, else the previous one. */
export function neighbourOf<T extends Pick<Source, '_id'>>(
  sources: readonly T[],
  id: string,
): T | undefined {
  const at = sources.findIndex((it) => it._id === id);
  return sources[at + 1] ?? sources[at - 1];
}

/** The second or page to resume at; `undefined` for the start, and for pages of the web. */
export function resumePlace(
  source: Pick<Source, '_id' | 'medium'> | undefined,
  state: Pick<ThreadState, 'places'>,
  thread: Pick<Thread, 'source_metadata'>,
): number | undefined {
  if (!source || source.medium === 'flow') return undefined;
  const place = state.places[source._id] ?? toldPlace(thread, source._id);
  return place !== undefined && place > 0 ? place : undefined;
}

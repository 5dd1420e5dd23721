import type { SourceId, UserId } from '#core/contract/id.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Locator } from '#core/contract/locator.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import type { AiRequest } from '../../answer/contract.ts';
import type { ThreadWithRole, Threads, ThreadRow } from '../threads/index.ts';

export interface ClipOf {
  source_id: SourceId;
  content: string;
  start?: number | undefined;
  end?: number | undefined;
  page?: number | undefined;
  paragraph?: number | undefined;
}
export interface AskedSources {
  /**
   * Returns a thread that the person may see. Faults: `absent`; `not_signed_in` without a sign-in.
   */
  thread(viewer: UserId | undefined, id: string): Promise<ThreadWithRole>;
  /** Returns its owner and members. */
  people(thread: ThreadRow): Promise<UserId[]>;
  /** Returns a thread whose notes the person may edit. Faults: `absent`, `not_allowed`. */
  writable(viewer: UserId, id: string): Promise<ThreadWithRole>;
  /**
   * Returns the readable sources among `asked`, or of the thread. Faults: `no_source_selected`,
   * `not_ready`.
   */
  readable(thread: ThreadRow, asked: readonly SourceId[] | undefined): Promise<SourceRow[]>;
  /**
   * Returns the clip and the sources to answer from, its own first. Faults: `absent` if it is not
   * of this thread, `not_ready`.
   */
  clip(
    thread: ThreadRow,
    clip: ClipOf,
    asked: readonly SourceId[] | undefined,
  ): Promise<{ about: NonNullable<AiRequest['about']>; sources: SourceRow[] }>;
}

export const isReadable = (row: SourceRow): boolean =>
  row.embeddingStatus === EmbeddingStatus.ready || row.readyThrough !== null;

/** Restricts AI features to sources of the thread that the request names. */
export function createAskedSources({
  threads,
  library,
}: {
  threads: Threads;
  library: Library;
}): AskedSources {
  async function readable(
    thread: ThreadRow,
    asked: readonly SourceId[] | undefined,
  ): Promise<SourceRow[]> {
    const inThread = new Set(await threads.sources.of(thread.id));
    const selected = asked ? [...new Set(asked)].filter((id) => inThread.has(id)) : [...inThread];
    const rows = await library.ofOwner(thread.ownerId, selected);
    if (rows.length === 0)
      throw new Fault('no_source_selected', {
        message: 'No source selected. Choose at least one source of this thread.',
      });
    const ready = rows.filter(isReadable);
    if (ready.length === 0) throw new Fault('not_ready');
    return ready;
  }
  return {
    thread: (viewer, id) => threads.visible(viewer, id),
    writable: (viewer, id) => threads.writable(viewer, id),
    people: (thread) => threads.people(thread),
    readable,
    async clip(thread, clip, asked = []) {
      if (!(await threads.sources.of(thread.id)).includes(clip.source_id))
        throw new Fault('absent', { message: 'Source not found in this thread.' });
      const sources = await readable(thread, [clip.source_id, ...asked]);
      const own = sources.find((row) => row.id === clip.source_id);
      if (!own) throw new Fault('not_ready');
      const locator = placeOfClip(own, clip);
      return {
        sources,
        about: { text: clip.content, sourceId: clip.source_id, ...(locator ? { locator } : {}) },
      };
    },
  };
}

function placeOfClip(
  { medium }: SourceRow,
  { content: quote, start, end, page, paragraph }: ClipOf,
): Locator | undefined {
  if (medium === 'timed' && start !== undefined)
    return { medium, startS: start, endS: Math.max(start, end ?? start), quote };
  if (medium === 'paged' && page !== undefined) return { medium, page, quote };
  if (medium === 'flow' && paragraph !== undefined)
    return { medium, paragraph, quote, prefix: '', suffix: '' };
  return undefined;
}

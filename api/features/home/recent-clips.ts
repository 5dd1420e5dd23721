import type { JSONContent } from '@tiptap/core';
import type { SourceId, ThreadId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import { notePassages, readKey } from '../search/index.ts';

export interface RecentClip {
  id: string;
  threadId: ThreadId;
  createdAt: string;
  text: string;
  sourceId: SourceId | undefined;
  place: Locator;
}
export interface RecentClipsPorts {
  /** The threads whose notes were written last, the last first, with a mark that changes with them. */
  latestNotes(
    threadIds: readonly ThreadId[],
    most: number,
  ): Promise<{ threadId: ThreadId; mark: string }[]>;
  /** Returns the notes as they are on disk. */
  readNotes(threadId: ThreadId): Promise<JSONContent>;
}

/** Clips are looked for in the notes that were written last. */
const THREADS = 5;
/** Notes whose clips are remembered until they change. */
const REMEMBERED = 500;
const CLIPS_OF_THREAD = 20;

function clipsOf(threadId: ThreadId, notes: JSONContent): RecentClip[] {
  return notePassages(notes)
    .flatMap(({ id, text, locator }): RecentClip[] => {
      const { kind, id: blockId, sources, time } = readKey(id);
      return kind === 'clip' && time !== null
        ? [{ id: blockId, threadId, createdAt: time, text, sourceId: sources[0], place: locator }]
        : [];
    })
    .toSorted(newestFirst)
    .slice(0, CLIPS_OF_THREAD);
}

const newestFirst = (one: RecentClip, other: RecentClip): number =>
  Date.parse(other.createdAt) - Date.parse(one.createdAt);

/** Returns the newest clips in a person's notes. Reading long notes takes part of a second. */
export class RecentClips {
  readonly #ports: RecentClipsPorts;
  readonly #known = new Map<ThreadId, { mark: string; clips: RecentClip[] }>();
  constructor(ports: RecentClipsPorts) {
    this.#ports = ports;
  }

  async of(threadIds: readonly ThreadId[], limit: number): Promise<RecentClip[]> {
    const clips: RecentClip[] = [];
    for (const { threadId, mark } of await this.#ports.latestNotes(threadIds, THREADS))
      clips.push(...(await this.#clipsIn(threadId, mark)));
    return clips.toSorted(newestFirst).slice(0, limit);
  }

  async #clipsIn(threadId: ThreadId, mark: string): Promise<RecentClip[]> {
    const known = this.#known.get(threadId);
    if (known?.mark === mark) return known.clips;
    const clips = clipsOf(threadId, await this.#ports.readNotes(threadId));
    this.#known.delete(threadId);
    this.#known.set(threadId, { mark, clips });
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return clips;
  }
}

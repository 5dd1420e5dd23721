import { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import { isSettled, Source } from '#core/contract/source.ts';
import type { Api } from '#api/client/client.ts';
import { allSources } from './library-pages.ts';

export interface Merge {
  before: Source;
  into: Source;
}
export interface FollowEvents {
  /** Called once per source, when it is ready or has failed. */
  settled(source: Source): void;
  /** Called when a source turns out to duplicate another one, which is followed instead. */
  merged(merge: Merge): void;
}

/** Sources with their latest state, until all of them are settled. */
export class FollowedSources {
  readonly #sources = new Map<SourceId, Source>();
  readonly #settled = new Set<SourceId>();
  readonly #merges: Merge[] = [];
  readonly #events: FollowEvents;

  constructor(events: FollowEvents) {
    this.#events = events;
  }

  get list(): Source[] {
    return [...this.#sources.values()];
  }

  get merges(): readonly Merge[] {
    return this.#merges;
  }

  get isSettled(): boolean {
    return this.#unsettled().length === 0;
  }

  /** Adds a source, or updates its state. */
  put(source: Source): void {
    this.#sources.set(source._id, source);
    if (!isSettled(source.status) || this.#settled.has(source._id)) return;
    this.#settled.add(source._id);
    this.#events.settled(source);
  }

  /**
   * Fetches the state of all unsettled sources: one request per hundred in progress, and one for
   * each that no longer is.
   */
  async refresh(api: Api): Promise<void> {
    const processing = new Map(
      (await allSources(api, { status: 'processing' })).map((source) => [source._id, source]),
    );
    for (const id of this.#unsettled()) {
      const source = processing.get(id) ?? (await findSource(api, id));
      const before = this.#sources.get(id);
      if (!source) this.#sources.delete(id);
      else if (before && source._id !== id) this.#merge({ before, into: source });
      else this.put(source);
    }
  }

  #merge(merge: Merge): void {
    this.#sources.delete(merge.before._id);
    this.#merges.push(merge);
    this.#events.merged(merge);
    this.put(merge.into);
  }

  #unsettled(): SourceId[] {
    return [...this.#sources.keys()].filter((id) => !this.#settled.has(id));
  }
}

/** Returns undefined if the source was deleted. */
async function findSource(api: Api, id: SourceId): Promise<Source | undefined> {
  try {
    return await api.get(`sources/${id}`, Source);
  } catch (error) {
    if (error instanceof Fault && error.code === 'absent') return undefined;
    throw error;
  }
}

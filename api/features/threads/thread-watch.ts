import type { SourceId, ThreadId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { Library } from '#pipeline/library/index.ts';
import type { AccessChanges } from '../../policy/index.ts';
import type { Threads } from './threads.ts';

/** interval of checks for changes of other processes, in ms */
const LOOK_MS = 1_000;
/**
 * a change this recent may be followed by another in the same millisecond, or by one from a slow
 * clock
 */
const RECENT_MS = 3_000;
/** ids in one query */
const AT_ONCE = 500;

export interface Watching {
  /** Sets the current sources of the thread. */
  setSources(sources: readonly SourceId[]): void;
  stop(): void;
}
interface Watcher {
  threadId: ThreadId;
  sourceIds: ReadonlySet<SourceId>;
  wake(): void;
}

/**
 * Checks for changes once a second for all open windows, and wakes those whose thread or sources
 * changed, so that any number of idle windows costs two queries.
 */
export class ThreadWatch {
  readonly #ports: { threads: Threads; library: Library; log: Log };
  readonly #watchers = new Set<Watcher>();
  #timer: NodeJS.Timeout | undefined;
  #busy = false;
  #seen = new Map<ThreadId, number>();

  constructor({
    changes,
    ...ports
  }: { threads: Threads; library: Library; changes: AccessChanges; log: Log }) {
    this.#ports = ports;
    ports.library.onChange((id) => {
      this.#wake(({ sourceIds: held }) => held.has(id));
    });
    changes.onChange(() => {
      this.#wake(() => true);
    });
  }

  /** `wake` is called when something may have changed. */
  watch(threadId: ThreadId, wake: () => void): Watching {
    const watcher: Watcher = { threadId, sourceIds: new Set(), wake };
    this.#watchers.add(watcher);
    this.#timer ??= setInterval(() => {
      void this.#look();
    }, LOOK_MS).unref();
    return {
      setSources: (sources) => {
        watcher.sourceIds = new Set(sources);
      },
      stop: () => {
        this.#watchers.delete(watcher);
        if (this.#watchers.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      },
    };
  }

  #wake(isMeant: (watcher: Watcher) => boolean): void {
    for (const watcher of this.#watchers) if (isMeant(watcher)) watcher.wake();
  }

  async #look(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const { threads, library, log } = this.#ports;
    try {
      const recently = Date.now() - RECENT_MS;
      const watched = [...new Set([...this.#watchers].map(({ threadId }) => threadId))];
      const seen = new Map<ThreadId, number>();
      for (let from = 0; from < watched.length; from += AT_ONCE) {
        for (const [id, at] of await threads.changedAt(watched.slice(from, from + AT_ONCE)))
          seen.set(id, at.getTime());
      }
      const before = this.#seen;
      this.#seen = seen;
      const isChanged = (id: ThreadId) =>
        seen.get(id) !== before.get(id) || (seen.get(id) ?? 0) > recently;
      const watchedIds = [...new Set([...this.#watchers].flatMap((it) => [...it.sourceIds]))];
      const changed = new Set<SourceId>();
      for (let from = 0; from < watchedIds.length; from += AT_ONCE) {
        for (const id of await library.idsChangedSince(
          watchedIds.slice(from, from + AT_ONCE),
          new Date(recently),
        ))
          changed.add(id);
      }
      this.#wake(
        (it) =>
          isChanged(it.threadId) ||
          (changed.size > 0 && [...it.sourceIds].some((id) => changed.has(id))),
      );
    } catch (error) {
      log.warn({ err: error }, 'could not check threads for changes');
    } finally {
      this.#busy = false;
    }
  }
}

/** How many files are relayed at once: by source, and by this process. A stream that nobody reads from makes room for a new one. */
import { Fault } from '#core/contract/faults.ts';

/** A player holds one stream, and two for a moment while it seeks; a few people watch the same source at once. */
const MOST_OF_SOURCE = 12;
const MOST = 96;
/** A paused player takes nothing; should its stream be ended, it asks again from where it is. */
const IDLE_MS = 5_000;

interface Stream { source: string; movedMs: number; end(): void }
export interface Slot { /** bytes went by */ moved(): void; leave(): void }

export class MediaSlots {
  readonly #streams = new Set<Stream>();
  readonly #now: () => number;
  constructor(now: () => number = () => performance.now()) { this.#now = now; }

  /** `end` is called when the stream has to make room. Faults: `unavailable` while every stream is being read from. */
  take(source: string, end: () => void): Slot {
    this.#makeRoom([...this.#streams].filter((it) => it.source === source), MOST_OF_SOURCE);
    this.#makeRoom([...this.#streams], MOST);
    const stream: Stream = { source, movedMs: this.#now(), end };
    this.#streams.add(stream);
    return {
      moved: () => { stream.movedMs = this.#now(); },
      leave: () => { this.#streams.delete(stream); },
    };
  }

  #makeRoom(streams: Stream[], most: number): void {
    if (streams.length < most) return;
    const [idlest] = streams.toSorted((a, b) => a.movedMs - b.movedMs);
    if (idlest === undefined || this.#now() - idlest.movedMs < IDLE_MS) {
      throw new Fault('unavailable', { message: 'Too many people watch at this moment. Try again soon.' });
    }
    this.#streams.delete(idlest);
    idlest.end();
  }
}

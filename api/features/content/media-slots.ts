/** Limits simultaneous media streams. A stream without a reader gives way to a new one. */
import { Fault } from '#core/contract/faults.ts';

/**
 * A player uses one stream, and two for a moment while it seeks; a few people watch the same source
 * at once.
 */
const MOST_OF_SOURCE = 12;
/** Streams of the sources of one person, so that no library takes all of them. */
const MOST_OF_OWNER = 48;
const MOST = 192;
/**
 * A paused player reads nothing; if its stream is ended, it requests the rest from its position.
 */
const IDLE_MS = 5_000;

export interface Watched {
  source: string;
  owner: string;
}
interface Stream extends Watched {
  movedMs: number;
  end(): void;
}
export interface Slot {
  /** Called when bytes were sent. */
  moved(): void;
  leave(): void;
}

export class MediaSlots {
  readonly #streams = new Set<Stream>();
  readonly #now: () => number;
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * `end` is called when the stream must make room. Faults: `unavailable` while every stream is in
   * use.
   */
  take({ source, owner }: Watched, end: () => void): Slot {
    this.#makeRoom((stream) => stream.source === source, MOST_OF_SOURCE);
    this.#makeRoom((stream) => stream.owner === owner, MOST_OF_OWNER);
    this.#makeRoom(() => true, MOST);
    const stream: Stream = { source, owner, movedMs: this.#now(), end };
    this.#streams.add(stream);
    return {
      moved: () => {
        stream.movedMs = this.#now();
      },
      leave: () => {
        this.#streams.delete(stream);
      },
    };
  }

  #makeRoom(isCounted: (stream: Stream) => boolean, most: number): void {
    const streams = [...this.#streams].filter(isCounted);
    if (streams.length < most) return;
    const [idlest] = streams.toSorted((a, b) => a.movedMs - b.movedMs);
    if (idlest === undefined || this.#now() - idlest.movedMs < IDLE_MS) {
      throw new Fault('unavailable', {
        message: 'Too many people are watching right now. Try again soon.',
      });
    }
    this.#streams.delete(idlest);
    idlest.end();
  }
}

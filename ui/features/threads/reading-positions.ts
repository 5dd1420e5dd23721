/** Reading positions: stored in this browser immediately, sent to the server occasionally. */
import { useCallback, useEffect, useRef } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { SourceMetadataBody, Thread } from '#core/contract/thread.ts';
import { sendReadingPositions } from '#ui/client/sent-positions.ts';
import { saveThreadState, readThreadState } from './thread-state.ts';

type Told = SourceMetadataBody['source_metadata'];
export interface ReadingPosition {
  source: Pick<Source, '_id' | 'medium'>;
  /** a second, a page or a paragraph */
  place: number;
  /** of a web page or book, where that is known */
  paragraphs?: number | undefined;
  /** the primary source, the first one of the thread */
  isPrimary: boolean;
}

/** the maximum loss in a crash, ms */
const LOOK_EVERY_MS = 1000;
const TELL_AFTER_MS = 600_000;

interface Ports {
  keep(sourceId: string, place: number): void;
  tell(places: Told): Promise<unknown>;
}

/**
 * Collects reading positions and sends changes together, ten minutes after the first one or when
 * flushed.
 */
export class ReadingPositions {
  readonly #ports: Ports;
  #last: ReadingPosition | undefined;
  readonly #untold = new Map<Source['_id'], Told[number]['metadata']>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  constructor(ports: Ports) {
    this.#ports = ports;
  }

  note(at: ReadingPosition): void {
    const {
      source: { _id, medium },
      place,
      paragraphs,
      isPrimary,
    } = at;
    const before = this.#last;
    const isSame = before?.source._id === _id;
    if (isSame && before.place === place) return;
    this.#last = at;
    // A source that has just opened reports 0 until it is at its last position.
    const isPosition = place > 0;
    if (isPosition) this.#ports.keep(_id, place);
    if (before && !isSame)
      this.#untold.set(before.source._id, {
        ...this.#untold.get(before.source._id),
        is_current_source: false,
      });
    this.#untold.set(_id, {
      ...this.#untold.get(_id),
      is_current_source: true,
      is_primary_source: isPrimary,
      ...(isPosition && medium === 'timed' && { current_timestamp: place }),
      ...(isPosition && medium === 'paged' && { current_page: Math.trunc(place) }),
      // A page that has just opened is at its first paragraph.
      ...(place > 1 && medium === 'flow' && { current_paragraph: Math.trunc(place), paragraphs }),
    });
    this.#timer ??= setTimeout(() => this.flush(), TELL_AFTER_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#untold.size === 0) return;
    const unsent = [...this.#untold];
    this.#untold.clear();
    this.#ports
      .tell(unsent.map(([sourceId, metadata]) => ({ sourceId, metadata })))
      .catch((problem: unknown) => {
        console.info('Where you are was not told to the server; it is tried again.', problem);
        // Positions that have changed meanwhile are newer.
        for (const [sourceId, metadata] of unsent)
          this.#untold.set(sourceId, { ...metadata, ...this.#untold.get(sourceId) });
        this.#timer ??= setTimeout(() => this.flush(), TELL_AFTER_MS);
      });
  }
}

/** The server's position of a source. */
export function toldPlace(
  { source_metadata: told }: Pick<Thread, 'source_metadata'>,
  sourceId: string,
): number | undefined {
  const metadata = told?.find((it) => it.sourceId === sourceId)?.metadata;
  return metadata?.current_timestamp ?? metadata?.current_page;
}

/**
 * Saves the reading position while the thread is open; `look` returns it. Returns a function that
 * saves at once. Only the owner's positions are sent to the server.
 */
export function useReadingPositions(
  threadId: string,
  owner: boolean,
  look: () => ReadingPosition | undefined,
): () => void {
  const keeper = useRef<ReadingPositions>(undefined);
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  const note = useCallback(() => {
    const at = latest.current();
    if (at) keeper.current?.note(at);
  }, []);
  useEffect(() => {
    const own = new ReadingPositions({
      keep: (sourceId, place) =>
        saveThreadState(threadId, {
          places: { ...readThreadState(threadId).places, [sourceId]: place },
        }),
      tell: (places) =>
        owner ? sendReadingPositions(threadId, { source_metadata: places }) : Promise.resolve(),
    });
    keeper.current = own;
    const leave = () => {
      note();
      own.flush();
    };
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    const every = setInterval(note, LOOK_EVERY_MS);
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearInterval(every);
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [threadId, owner, note]);
  return note;
}

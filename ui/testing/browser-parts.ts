/**
 * Browser features missing in jsdom: layout returns empty sizes, media queries a wide screen.
 * Loaded before each file of the `ui-dom` project.
 */
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { closeLines, FakeLine } from './api-stand-in.ts';
import { unmountAll } from './screen.tsx';

/** The matching media queries: a desktop with a mouse, unless a test overrides it. */
const WIDE = new Set(['(min-width: 1024px)', '(min-width: 640px)', '(hover: hover)']);
let matching = WIDE;
const lists = new Set<MediaList>();

class MediaList extends EventTarget {
  readonly media: string;
  constructor(media: string) {
    super();
    this.media = media;
    lists.add(this);
  }
  get matches(): boolean {
    return matching.has(this.media);
  }
}

/** From now on only these media queries match. */
export function matchOnly(...queries: string[]): void {
  matching = new Set(queries);
  for (const list of lists) list.dispatchEvent(new Event('change'));
}

class IdleObserver {
  readonly observe = (): void => undefined;
  readonly unobserve = (): void => undefined;
  readonly disconnect = (): void => undefined;
  readonly takeRecords = (): [] => [];
}

const nothing = (): void => undefined;
const missing: [object, Record<string, unknown>][] = [
  [
    globalThis,
    {
      matchMedia: (media: string) => new MediaList(media),
      ResizeObserver: IdleObserver,
      IntersectionObserver: IdleObserver,
      EventSource: FakeLine,
      scrollTo: nothing,
    },
  ],
  [
    Element.prototype,
    {
      scrollIntoView: nothing,
      scrollTo: nothing,
      hasPointerCapture: () => false,
      setPointerCapture: nothing,
      releasePointerCapture: nothing,
      animate: () => ({ cancel: nothing, finished: Promise.resolve() }),
    },
  ],
  [HTMLMediaElement.prototype, { play: () => Promise.resolve(), pause: nothing, load: nothing }],
  [
    Range.prototype,
    { getClientRects: () => [], getBoundingClientRect: () => new DOMRect(0, 0, 0, 0) },
  ],
  [URL, { createObjectURL: () => 'blob:made', revokeObjectURL: nothing }],
];
/** Gives every element this size in px, so that virtual lists render something. */
const SIZE = { clientWidth: 800, clientHeight: 600 };
for (const [name, value] of Object.entries(SIZE))
  Object.defineProperty(Element.prototype, name, { get: () => value, configurable: true });
for (const [owner, parts] of missing)
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });

beforeEach(() => {
  matching = WIDE;
});
afterEach(async () => {
  await unmountAll();
  closeLines();
  lists.clear();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
/**
 * Waits for parts of the page that a file started to load before its jsdom ends: files share
 * modules, and a part that failed to load would fail in later files too.
 */
afterAll(() => vi.dynamicImportSettled());

/**
 * Work that PDF.js does not do for long documents: it skips pages during fast scrolling, and frees
 * pages out of view.
 */
import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

/** px per millisecond: faster scrolling is not reading. */
const FLYING = 3;
/** Pages are at rest after this time without scrolling. */
const RESTED_MS = 90;

interface Queue {
  renderHighestPriority(visible?: unknown): void;
}

/** The scroll speed. A jump is a single step and has no speed. */
export class ScrollPace {
  #top: number | undefined;
  #atMs = -Infinity;
  #perMs = 0;
  scrolled(top: number, nowMs: number): void {
    const ms = nowMs - this.#atMs;
    this.#perMs =
      this.#top === undefined || ms > RESTED_MS || ms <= 0 ? 0 : Math.abs(top - this.#top) / ms;
    this.#top = top;
    this.#atMs = nowMs;
  }
  isFlying(nowMs: number): boolean {
    return this.#perMs > FLYING && nowMs - this.#atMs <= RESTED_MS;
  }
}

/** Draws the pages when they can be read. */
export function drawWhenVisible(
  container: HTMLElement,
  viewer: PDFViewer,
  signal: AbortSignal,
): void {
  const queue = viewer.renderingQueue as unknown as Queue;
  const draw = queue.renderHighestPriority.bind(queue);
  const pace = new ScrollPace();
  let resting: number | undefined;
  container.addEventListener(
    'scroll',
    () => pace.scrolled(container.scrollTop, performance.now()),
    { passive: true, signal },
  );
  queue.renderHighestPriority = (visible) => {
    clearTimeout(resting);
    if (!pace.isFlying(performance.now())) {
      draw(visible);
      return;
    }
    resting = window.setTimeout(() => {
      if (!signal.aborted) queue.renderHighestPriority();
    }, RESTED_MS);
  };
  signal.addEventListener('abort', () => clearTimeout(resting));
}

/** PDF.js's state of a page that is not drawn, or no longer drawn. */
const NOT_DRAWN = 0;
interface DrawnPage {
  renderingState: number;
  _textHighlighter: {
    setTextMapping(elements: readonly HTMLElement[], texts: readonly string[]): void;
  };
}

/**
 * Drops the text of a page that is no longer drawn; a search reads it again when the page is drawn.
 */
export class UnusedPages {
  readonly #drawn = new Set<DrawnPage>();
  drawn(page: unknown): void {
    const it = page as DrawnPage;
    this.#drawn.delete(it);
    for (const other of this.#drawn) {
      if (other.renderingState !== NOT_DRAWN) continue;
      other._textHighlighter.setTextMapping([], []);
      this.#drawn.delete(other);
    }
    this.#drawn.add(it);
  }
}

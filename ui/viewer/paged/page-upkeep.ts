/**
 * What PDF.js leaves undone in long documents: pages that fly by are not drawn, and pages that went
 * are let go of.
 */
import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

/** px per millisecond: faster scrolling is not reading. */
const FLYING = 3;
/** No scrolling for so long, and the pages have come to rest. */
const RESTED_MS = 90;

interface Queue {
  renderHighestPriority(visible?: unknown): void;
}

/** How fast something scrolls. A jump is one stride, and no speed. */
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

/** Draws the pages once they can be seen. */
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

/** PDF.js's number for a page that is not drawn, or not any more. */
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
export class LeftPages {
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

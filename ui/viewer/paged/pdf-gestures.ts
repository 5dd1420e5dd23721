/**
 * Zooms at the pointer or the fingers, and turns a single page by scrolling past its end.
 */
import { TouchManager } from 'pdfjs-dist';
import { ScrollMode, type PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

/** PDF.js's own limits. */
const LEAST = 0.1;
const MOST = 10;
/** One notch of a wheel is a step; smaller steps of a touchpad apply directly. */
const NOTCH_PX = 50;
const STEP = 1.1;
/** During a gesture pages are stretched, and redrawn when it pauses. */
const DRAW_AFTER_MS = 300;
/** Scrolling this far past a page's end turns it, and then not again for a moment. */
const TURN_PX = 80;
const TURN_PAUSE_MS = 350;

const wheelFactor = (deltaY: number, isPixels: boolean): number =>
  isPixels && Math.abs(deltaY) < NOTCH_PX ? Math.exp(-deltaY / 100) : deltaY < 0 ? STEP : 1 / STEP;

export function followGestures(
  container: HTMLElement,
  viewer: PDFViewer,
  signal: AbortSignal,
  onZoom: () => void,
): void {
  let exact: { scale: number; until: number } | undefined;
  // PDF.js rounds to whole percents; this adds up small steps.
  const magnify = (
    factor: number,
    at: { x: number; y: number },
    pan: [number, number] = [0, 0],
  ) => {
    const now = performance.now();
    const from = exact && exact.until > now ? exact.scale : viewer.currentScale;
    const scale = Math.min(MOST, Math.max(LEAST, from * factor));
    exact = { scale, until: now + DRAW_AFTER_MS };
    const scaleFactor = Math.round(scale * 100) / 100 / viewer.currentScale;
    if (Math.abs(scaleFactor - 1) < 0.001) {
      container.scrollBy(-pan[0], -pan[1]);
      return;
    }
    onZoom();
    const { left, top } = container.getBoundingClientRect();
    viewer.updateScale({
      scaleFactor,
      drawingDelay: DRAW_AFTER_MS,
      origin: [at.x - left, at.y - top],
      pan,
    });
  };

  let over = 0;
  let turned = 0;
  const turnOver = (deltaY: number) => {
    const { scrollTop, scrollHeight, clientHeight } = container;
    const isAtEnd = deltaY > 0 ? scrollTop + clientHeight >= scrollHeight - 1 : scrollTop <= 0;
    over = isAtEnd && Math.sign(over) * deltaY >= 0 ? over + deltaY : 0;
    if (Math.abs(over) < TURN_PX || performance.now() - turned < TURN_PAUSE_MS) return;
    const isBack = over < 0;
    over = 0;
    turned = performance.now();
    if (isBack ? viewer.previousPage() : viewer.nextPage())
      container.scrollTop = isBack ? container.scrollHeight : 0;
  };

  container.addEventListener(
    'wheel',
    (event) => {
      const isPixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        magnify(wheelFactor(event.deltaY, isPixels), { x: event.clientX, y: event.clientY });
      } else if (viewer.scrollMode === ScrollMode.PAGE)
        turnOver(isPixels ? event.deltaY : event.deltaY * TURN_PX);
    },
    { passive: false, signal },
  );

  void new TouchManager({
    container,
    signal,
    onPinching: (
      [x, y]: [number, number],
      before: number,
      distance: number,
      dx: number,
      dy: number,
    ) => magnify(distance / before, { x, y }, [dx, dy]),
    onPanning: (dx: number, dy: number) => container.scrollBy(-dx, -dy),
  });
}

/**
 * An open PDF in PDF.js's own viewer: everything that React does not draw. Created for a pair of
 * elements, and destroyed with them.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { openPdf } from './pdf-assets.ts';
import {
  EventBus,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
  ScrollMode,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { Rect } from '#core/contract/locator.ts';
import type { SavedView } from './saved-view.ts';
import { MarkLayer, pageRotation, pageView } from './mark-layer.ts';
import { customLabels } from './page-labels.ts';
import { layoutOf, restoreLayout, setSpread } from './page-layout.ts';
import type { PageMark } from './page-marks.ts';
import { rotateRect } from './page-rects.ts';
import { type PageSelection, pageSelection, quoteRects } from './page-text.ts';
import { drawWhenVisible, UnusedPages } from './page-upkeep.ts';
import { type FindOptions, PdfFind } from './pdf-find.ts';
import { followGestures } from './pdf-gestures.ts';
import { NO_PDF, type PdfState } from './pdf-state.ts';

interface Wanted {
  page: number;
  rects: readonly Rect[] | undefined;
  quote: string | undefined;
}
export class PdfSession {
  #abort = new AbortController();
  #bus = new EventBus();
  #links = new PDFLinkService({
    eventBus: this.#bus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
    ignoreDestinationZoom: true,
  });
  #finder = new PDFFindController({ linkService: this.#links, eventBus: this.#bus });
  #find = new PdfFind(this.#bus, (found) => this.#tell({ found }));
  #viewer: PDFViewer;
  #marks: MarkLayer;
  #container: HTMLDivElement;
  #loading: ReturnType<typeof openPdf> | undefined;
  #listeners = new Set<() => void>();
  #wanted: Wanted | null = null;
  /** how pages fit the available space; undefined after the user has zoomed */
  #keeps: 'page-width' | 'page-fit' | 'auto' | undefined;
  readonly #view: SavedView;
  readonly #onView: (view: SavedView) => void;
  #resized = new ResizeObserver(() => {
    this.#fit();
    if (this.state.phase === 'ready') this.#arrive();
  });
  document: PDFDocumentProxy | undefined;
  state: PdfState = NO_PDF;

  /** `view`: the last view of its pages; `onView` is called with every change. */
  constructor(
    container: HTMLDivElement,
    viewer: HTMLDivElement,
    view: SavedView,
    onView: (view: SavedView) => void,
  ) {
    this.#container = container;
    this.#view = view;
    this.#onView = onView;
    this.#keeps = typeof view.scale === 'number' ? undefined : view.scale;
    const options = {
      container,
      viewer,
      eventBus: this.#bus,
      linkService: this.#links,
      findController: this.#finder,
      abortSignal: this.#abort.signal,
      removePageBorders: false,
      enableAutoLinking: false,
      annotationMode: 1,
    };
    this.#viewer = new PDFViewer(options);
    this.#links.setViewer(this.#viewer);
    this.#marks = new MarkLayer(this.#viewer);
    drawWhenVisible(container, this.#viewer, this.#abort.signal);
    this.#resized.observe(container);
    this.#followPages();
    this.#followView();
    this.#followInput();
  }

  /** After pages were laid out or drawn: goes to the target, and redraws marks. */
  #followPages(): void {
    const leftPages = new UnusedPages();
    this.#bus.on('pagerender', ({ pageNumber }: { pageNumber: number }) =>
      leftPages.drawn(this.#page(pageNumber)),
    );
    this.#bus.on('pagesinit', () => {
      this.#lookAsBefore();
      this.#tell({ phase: 'ready', pages: this.#viewer.pagesCount });
      this.#arrive();
    });
    this.#bus.on('pagesloaded', () => this.#arrive());
    for (const event of ['pagerendered', 'textlayerrendered']) {
      this.#bus.on(event, ({ pageNumber }: { pageNumber: number }) => {
        if (event === 'textlayerrendered' && this.#wanted?.page === pageNumber) this.#arrive();
        this.#marks.draw(pageNumber);
      });
    }
  }
  /** The view of the pages: page, scale, rotation, single-page mode. */
  #followView(): void {
    this.#bus.on('scrollmodechanged', ({ mode }: { mode: number }) => {
      this.#tell({ isSingle: mode === ScrollMode.PAGE });
      this.#tellView();
    });
    this.#bus.on('spreadmodechanged', () => {
      this.#tell({ isSpread: layoutOf(this.#viewer, this.#keeps).isSpread === true });
      this.#tellView();
    });
    this.#bus.on('rotationchanging', () => this.#tellView());
    this.#bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) =>
      this.#tell({ page: pageNumber }),
    );
    this.#bus.on('scalechanging', ({ scale }: { scale: number }) => {
      this.#tell({ zoom: Math.round(scale * 100) });
      this.#tellView();
    });
  }
  /** Input on the pages: it cancels going to a target, and clicks marks. */
  #followInput(): void {
    const { signal } = this.#abort;
    const container = this.#container;
    // The target is kept until the reader moves, however often the pages are laid out again.
    const letGo = () => {
      this.#wanted = null;
    };
    for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
      container.addEventListener(event, letGo, { passive: true, signal });
    container.addEventListener(
      'click',
      (event) => {
        const id = this.#marks.pressed(event);
        if (id !== undefined) this.choose(id);
      },
      { signal },
    );
    container.addEventListener(
      'pointermove',
      (event) => {
        container.classList.toggle(
          'over-mark',
          event.buttons === 0 && this.#marks.under(event) !== undefined,
        );
      },
      { passive: true, signal },
    );
    followGestures(container, this.#viewer, signal, () => {
      this.#keeps = undefined;
      this.#wanted = null;
    });
  }

  async open(url: string): Promise<void> {
    const loading = openPdf(url);
    this.#loading = loading;
    loading.onPassword = () => {
      this.#tell({ phase: 'failed', failure: 'password' });
      void loading.destroy();
    };
    loading.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
      if (total > 0) this.#tell({ loaded: Math.min(1, loaded / total) });
    };
    try {
      const document = await loading.promise;
      if (this.#abort.signal.aborted) return;
      this.document = document;
      this.#viewer.setDocument(document);
      this.#links.setDocument(document, null);
      this.#finder.setDocument(document);
      const labels = customLabels(await document.getPageLabels());
      if (!this.#abort.signal.aborted) this.#tell({ labels });
    } catch (problem) {
      if (this.#abort.signal.aborted || this.state.phase === 'failed') return;
      console.error(problem);
      this.#tell({ phase: 'failed', failure: 'broken' });
    }
  }

  destroy(): void {
    this.#abort.abort();
    this.#marks.destroy();
    this.#resized.disconnect();
    this.#listeners.clear();
    // PDF.js has no other way to free its pages.
    (this.#viewer as unknown as { setDocument(none: null): void }).setDocument(null);
    this.#links.setDocument(null, null);
    this.#loading?.destroy().catch((problem: unknown) => console.error(problem));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): PdfState => this.state;

  turnTo(page: number): void {
    this.#wanted = null;
    this.#viewer.currentPageNumber = Math.min(Math.max(1, page), this.#viewer.pagesCount || 1);
  }
  zoom(change: 'in' | 'out' | 'page-width' | 'page-fit'): void {
    this.#keeps = change === 'in' || change === 'out' ? undefined : change;
    if (change === 'in') this.#viewer.increaseScale({ drawingDelay: 200 });
    else if (change === 'out') this.#viewer.decreaseScale({ drawingDelay: 200 });
    else {
      this.#fit();
      // A wider page elsewhere can leave the view scrolled sideways.
      const div = this.#page(this.state.page)?.div;
      if (div)
        this.#container.scrollLeft =
          div.offsetLeft + (div.clientWidth - this.#container.clientWidth) / 2;
    }
  }
  showSingle(isSingle: boolean): void {
    this.#wanted = null;
    this.#viewer.scrollMode = isSingle ? ScrollMode.PAGE : ScrollMode.VERTICAL;
  }
  showSpread(isSpread: boolean): void {
    this.#wanted = null;
    setSpread(this.#viewer, isSpread);
  }
  /** Goes to the next or previous page. A single page starts at its top. */
  step(by: 1 | -1): void {
    this.#wanted = null;
    if (by === 1) this.#viewer.nextPage();
    else this.#viewer.previousPage();
  }
  rotate(degrees: 90 | -90): void {
    this.#viewer.pagesRotation = (this.#viewer.pagesRotation + degrees + 360) % 360;
  }
  followOutline(destination: string | unknown[] | null): void {
    this.#wanted = null;
    if (destination) void this.#links.goToDestination(destination);
  }

  find(query: string, step: 'new' | 'next' | 'previous', ways: FindOptions): void {
    this.#wanted = null;
    this.#find.find(query, step, ways);
  }

  goTo(page: number, rects: readonly Rect[] | undefined, quote: string | undefined): void {
    this.#wanted = { page, rects: rects && rects.length > 0 ? rects : undefined, quote };
    this.#marks.clearGoal();
    if (this.state.phase === 'ready') this.#arrive();
  }

  showClips(clips: readonly PageMark[]): void {
    this.#marks.showClips(clips);
  }
  /** Opens the mark of a clip, or closes it. */
  choose(chosen: string | undefined): void {
    this.#tell({ chosen });
    this.#marks.choose(chosen);
  }
  /** The focus goes to a clip's mark, or to the pages if it is gone. */
  focus(id?: string): void {
    ((id === undefined ? undefined : this.markKey(id)) ?? this.#container).focus({
      preventScroll: true,
    });
  }
  /** The element of a clip's mark, while its page is drawn. */
  markKey(id: string): HTMLElement | undefined {
    return (
      this.#container.querySelector<HTMLElement>(`[data-mark="${CSS.escape(id)}"]`) ?? undefined
    );
  }

  selection(): PageSelection | undefined {
    return pageSelection(this.#container, (page) => pageRotation(this.#viewer, page));
  }

  #lookAsBefore(): void {
    const { scale } = this.#view;
    restoreLayout(this.#viewer, this.#view);
    if (typeof scale === 'number') this.#viewer.currentScale = scale;
    else this.#fit();
  }
  #tellView(): void {
    if (this.state.phase !== 'ready') return;
    this.#onView(layoutOf(this.#viewer, this.#keeps));
  }

  /** A hidden pane has no width to fit. */
  #fit(): void {
    const { clientWidth } = this.#container;
    if (clientWidth === 0 || this.#viewer.pagesCount === 0 || this.#keeps === undefined) return;
    this.#viewer.currentScaleValue =
      this.#keeps === 'auto' && clientWidth < 640 ? 'page-width' : this.#keeps;
  }

  #page(page: number) {
    return pageView(this.#viewer, page);
  }

  /**
   * Goes to the target; a quote is searched once the page's text has loaded, and until then its
   * page is shown.
   */
  #arrive(): void {
    const wanted = this.#wanted;
    if (!wanted || this.#container.clientWidth === 0) return;
    const page = Math.min(Math.max(1, wanted.page), this.#viewer.pagesCount);
    const view = this.#page(page);
    if (!view) return;
    // A single page has no earlier position.
    this.#viewer.currentPageNumber = page;
    const rotation = pageRotation(this.#viewer, page);
    const rects =
      wanted.rects ??
      (wanted.quote === undefined ? [] : quoteRects(view.div, wanted.quote, rotation));
    const first = rects[0];
    const top = first
      ? rotateRect(first, rotation).y * view.div.clientHeight - this.#container.clientHeight / 3
      : -8;
    this.#container.scrollTop = view.div.offsetTop + Math.max(-8, top);
    if (first && first.x * view.div.clientWidth < this.#container.scrollLeft)
      this.#container.scrollLeft = 0;
    this.#marks.flashGoal(page, rects);
  }

  #tell(change: Partial<PdfState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** One open PDF in PDF.js's own viewer: what React does not draw. Made for one pair of elements, and destroyed with them. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { openPdf } from './pdf-assets.ts';
import { EventBus, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { PagedLocator, Rect } from '#core/contract/locator.ts';
import { drawMarks } from './page-marks.ts';
import type { PageMark } from './page-marks.ts';
import { asRotation, turnRect } from './page-rects.ts';
import type { Rotation } from './page-rects.ts';
import { pagesToLocator, quoteRects, selectedPages } from './page-text.ts';

export interface PdfState {
  phase: 'loading' | 'ready' | 'failed';
  failure?: 'password' | 'broken';
  /** 0..1 of the bytes */ loaded: number;
  page: number;
  pages: number;
  /** percent */ zoom: number;
  found: { current: number; total: number; isDone: boolean } | undefined;
}
interface Wanted { page: number; rects: readonly Rect[] | undefined; quote: string | undefined }
interface PageView { div: HTMLElement; viewport: { rotation: number } }

const FLASH_MS = 2400;
/** PDF.js's word for a search that goes on. */
const FIND_PENDING = 3;

export class PdfSession {
  #abort = new AbortController();
  #bus = new EventBus();
  #links = new PDFLinkService({ eventBus: this.#bus, externalLinkTarget: LinkTarget.BLANK, externalLinkRel: 'noopener noreferrer nofollow', ignoreDestinationZoom: true });
  #find = new PDFFindController({ linkService: this.#links, eventBus: this.#bus });
  #viewer: PDFViewer;
  #container: HTMLDivElement;
  #loading: ReturnType<typeof openPdf> | undefined;
  #listeners = new Set<() => void>();
  #wanted: Wanted | null = null;
  #goal: PageMark | null = null;
  #clips: readonly PageMark[] = [];
  #unflash: number | undefined;
  /** how pages keep to the room there is; none once the user has magnified them */
  #keeps: 'page-width' | 'page-fit' | 'auto' | undefined = 'auto';
  #resized = new ResizeObserver(() => { this.#fit(); if (this.state.phase === 'ready') this.#arrive(); });
  document: PDFDocumentProxy | undefined;
  state: PdfState = { phase: 'loading', loaded: 0, page: 1, pages: 0, zoom: 100, found: undefined };

  constructor(container: HTMLDivElement, viewer: HTMLDivElement) {
    this.#container = container;
    const options = {
      container, viewer, eventBus: this.#bus, linkService: this.#links, findController: this.#find,
      abortSignal: this.#abort.signal, removePageBorders: false, enableAutoLinking: false, annotationMode: 1,
    };
    this.#viewer = new PDFViewer(options);
    this.#links.setViewer(this.#viewer);
    this.#bus.on('pagesinit', () => {
      this.#fit();
      this.#tell({ phase: 'ready', pages: this.#viewer.pagesCount });
      this.#arrive();
    });
    this.#resized.observe(container);
    // Until the reader moves, the place asked for is kept, however often the pages are laid out anew.
    for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown']) {
      container.addEventListener(event, () => { this.#wanted = null; }, { passive: true, signal: this.#abort.signal });
    }
    this.#bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => this.#tell({ page: pageNumber }));
    this.#bus.on('scalechanging', ({ scale }: { scale: number }) => this.#tell({ zoom: Math.round(scale * 100) }));
    this.#bus.on('pagesloaded', () => this.#arrive());
    for (const event of ['pagerendered', 'textlayerrendered']) {
      this.#bus.on(event, ({ pageNumber }: { pageNumber: number }) => {
        if (event === 'textlayerrendered' && this.#wanted?.page === pageNumber) this.#arrive();
        this.#draw(pageNumber);
      });
    }
    this.#bus.on('updatefindmatchescount', ({ matchesCount }: { matchesCount: { current: number; total: number } }) => {
      this.#tell({ found: { ...matchesCount, isDone: this.state.found?.isDone ?? false } });
    });
    this.#bus.on('updatefindcontrolstate', ({ state, matchesCount }: { state: number; matchesCount: { current: number; total: number } }) => {
      this.#tell({ found: { ...matchesCount, isDone: state !== FIND_PENDING } });
    });
  }

  async open(url: string): Promise<void> {
    const loading = openPdf(url);
    this.#loading = loading;
    loading.onPassword = () => { this.#tell({ phase: 'failed', failure: 'password' }); void loading.destroy(); };
    loading.onProgress = ({ loaded, total }: { loaded: number; total: number }) => { if (total > 0) this.#tell({ loaded: Math.min(1, loaded / total) }); };
    try {
      const document = await loading.promise;
      if (this.#abort.signal.aborted) return;
      this.document = document;
      this.#viewer.setDocument(document);
      this.#links.setDocument(document, null);
      this.#find.setDocument(document);
    } catch (problem) {
      if (this.#abort.signal.aborted || this.state.phase === 'failed') return;
      console.error(problem);
      this.#tell({ phase: 'failed', failure: 'broken' });
    }
  }

  destroy(): void {
    this.#abort.abort();
    clearTimeout(this.#unflash);
    this.#resized.disconnect();
    this.#listeners.clear();
    // PDF.js has no other way to let go of its pages.
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
    else this.#fit();
  }
  rotate(): void { this.#viewer.pagesRotation = (this.#viewer.pagesRotation + 90) % 360; }
  followOutline(destination: string | unknown[] | null): void {
    this.#wanted = null;
    if (destination) void this.#links.goToDestination(destination);
  }

  find(query: string, step: 'new' | 'next' | 'previous'): void {
    this.#wanted = null;
    if (query === '') { this.#bus.dispatch('findbarclose', { source: this }); this.#tell({ found: undefined }); return; }
    this.#bus.dispatch('find', {
      source: this, type: step === 'new' ? '' : 'again', query, caseSensitive: false, entireWord: false,
      highlightAll: true, findPrevious: step === 'previous', matchDiacritics: false,
    });
  }

  goTo(page: number, rects: readonly Rect[] | undefined, quote: string | undefined): void {
    this.#wanted = { page, rects: rects && rects.length > 0 ? rects : undefined, quote };
    const before = this.#goal?.page;
    this.#goal = null;
    if (before !== undefined) this.#draw(before);
    if (this.state.phase === 'ready') this.#arrive();
  }

  showClips(clips: readonly PageMark[]): void {
    this.#clips = clips;
    for (let page = 1; page <= this.#viewer.pagesCount; page++) this.#draw(page);
  }

  /** What is selected, as a place; with the range, for a button beside it. */
  selection(): { locator: PagedLocator; range: Range } | undefined {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
    const range = selection.getRangeAt(0);
    if (!this.#container.contains(range.startContainer)) return undefined;
    const locator = pagesToLocator(selectedPages(range, this.#container.querySelectorAll<HTMLElement>('.page'), (page) => this.#rotation(page)));
    return locator && { locator, range };
  }

  /** A pane that is not shown has no width to keep to. */
  #fit(): void {
    const { clientWidth } = this.#container;
    if (clientWidth === 0 || this.#viewer.pagesCount === 0 || this.#keeps === undefined) return;
    this.#viewer.currentScaleValue = this.#keeps === 'auto' && clientWidth < 640 ? 'page-width' : this.#keeps;
  }

  #page(page: number): PageView | undefined { return this.#viewer.getPageView(page - 1) as PageView | undefined; }
  #rotation(page: number): Rotation { return asRotation(this.#page(page)?.viewport.rotation ?? 0); }

  /** Turns to what is wanted; a quote is looked for once the page's text is there, and until then its page is shown. */
  #arrive(): void {
    const wanted = this.#wanted;
    if (!wanted || this.#container.clientWidth === 0) return;
    const page = Math.min(Math.max(1, wanted.page), this.#viewer.pagesCount);
    const view = this.#page(page);
    if (!view) return;
    const rotation = this.#rotation(page);
    const rects = wanted.rects ?? (wanted.quote === undefined ? [] : quoteRects(view.div, wanted.quote, rotation));
    const first = rects[0];
    const top = first ? turnRect(first, rotation).y * view.div.clientHeight - this.#container.clientHeight / 3 : -8;
    this.#viewer.currentPageNumber = page;
    this.#container.scrollTop = view.div.offsetTop + Math.max(-8, top);
    if (first && first.x * view.div.clientWidth < this.#container.scrollLeft) this.#container.scrollLeft = 0;
    if (rects.length > 0 && this.#goal === null) {
      this.#goal = { page, rects, flashes: true };
      this.#draw(page);
      clearTimeout(this.#unflash);
      this.#unflash = window.setTimeout(() => { if (this.#goal) this.#goal = { ...this.#goal, flashes: false }; }, FLASH_MS);
    }
  }

  #draw(page: number): void {
    const view = this.#page(page);
    if (!view) return;
    const marks = this.#clips.filter((it) => it.page === page);
    if (this.#goal?.page === page) marks.push(this.#goal);
    drawMarks(view.div, marks, this.#rotation(page));
  }

  #tell(change: Partial<PdfState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

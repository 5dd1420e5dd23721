/** One open PDF in PDF.js's own viewer: what React does not draw. Made for one pair of elements, and destroyed with them. */
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
import type { PageArea, PagedLocator, Rect } from '#core/contract/locator.ts';
import type { KeptView } from './kept-view.ts';
import { drawMarks, markAt } from './page-marks.ts';
import type { PageMark } from './page-marks.ts';
import { asRotation, pointToPage, turnRect } from './page-rects.ts';
import type { Rotation } from './page-rects.ts';
import { pageBox, pagesToAreas, pagesToLocator, quoteRects, selectedPages } from './page-text.ts';
import { drawWhenSeen, LeftPages } from './page-upkeep.ts';
import { followGestures } from './pdf-gestures.ts';
import { tellingLabels } from './page-labels.ts';

export interface PdfState {
  phase: 'loading' | 'ready' | 'failed';
  failure?: 'password' | 'broken';
  /** 0..1 of the bytes */ loaded: number;
  page: number;
  pages: number;
  /** percent */ zoom: number;
  found: { current: number; total: number; isDone: boolean } | undefined;
  /** what the PDF calls its pages, where it is more than their number */ labels:
    | readonly string[]
    | undefined;
  /** one page at a time */ isSingle: boolean;
  /** the clip whose mark was pressed */ chosen: string | undefined;
}
export interface FindWays {
  matchCase: boolean;
  wholeWords: boolean;
}
export const NO_PDF: PdfState = {
  phase: 'loading',
  loaded: 0,
  page: 1,
  pages: 0,
  zoom: 100,
  found: undefined,
  labels: undefined,
  isSingle: false,
  chosen: undefined,
};

interface Wanted {
  page: number;
  rects: readonly Rect[] | undefined;
  quote: string | undefined;
}
interface PageView {
  div: HTMLElement;
  viewport: { rotation: number };
}

const FLASH_MS = 2400;
/** PDF.js's word for a search that goes on. */
const FIND_PENDING = 3;

export class PdfSession {
  #abort = new AbortController();
  #bus = new EventBus();
  #links = new PDFLinkService({
    eventBus: this.#bus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
    ignoreDestinationZoom: true,
  });
  #find = new PDFFindController({ linkService: this.#links, eventBus: this.#bus });
  #viewer: PDFViewer;
  #container: HTMLDivElement;
  #loading: ReturnType<typeof openPdf> | undefined;
  #listeners = new Set<() => void>();
  #wanted: Wanted | null = null;
  #goal: PageMark | null = null;
  #clips = new Map<number, PageMark[]>();
  #unflash: number | undefined;
  /** how pages keep to the room there is; none once the user has magnified them */
  #keeps: 'page-width' | 'page-fit' | 'auto' | undefined;
  readonly #view: KeptView;
  readonly #onView: (view: KeptView) => void;
  #resized = new ResizeObserver(() => {
    this.#fit();
    if (this.state.phase === 'ready') this.#arrive();
  });
  document: PDFDocumentProxy | undefined;
  state: PdfState = NO_PDF;

  /** `view` is how its pages were last looked at; `onView` hears of every change. */
  constructor(
    container: HTMLDivElement,
    viewer: HTMLDivElement,
    view: KeptView,
    onView: (view: KeptView) => void,
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
      findController: this.#find,
      abortSignal: this.#abort.signal,
      removePageBorders: false,
      enableAutoLinking: false,
      annotationMode: 1,
    };
    this.#viewer = new PDFViewer(options);
    this.#links.setViewer(this.#viewer);
    drawWhenSeen(container, this.#viewer, this.#abort.signal);
    const left = new LeftPages();
    this.#bus.on('pagerender', ({ pageNumber }: { pageNumber: number }) =>
      left.drawn(this.#page(pageNumber)),
    );
    this.#bus.on('pagesinit', () => {
      this.#lookAsBefore();
      this.#tell({ phase: 'ready', pages: this.#viewer.pagesCount });
      this.#arrive();
    });
    this.#resized.observe(container);
    // Until the reader moves, the place asked for is kept, however often the pages are laid out anew.
    for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown']) {
      container.addEventListener(
        event,
        () => {
          this.#wanted = null;
        },
        { passive: true, signal: this.#abort.signal },
      );
    }
    container.addEventListener('click', (event) => this.#press(event), {
      signal: this.#abort.signal,
    });
    container.addEventListener(
      'pointermove',
      (event) => {
        container.classList.toggle(
          'over-mark',
          event.buttons === 0 && this.#markUnder(event) !== undefined,
        );
      },
      { passive: true, signal: this.#abort.signal },
    );
    followGestures(container, this.#viewer, this.#abort.signal, () => {
      this.#keeps = undefined;
      this.#wanted = null;
    });
    this.#bus.on('scrollmodechanged', ({ mode }: { mode: number }) => {
      this.#tell({ isSingle: mode === ScrollMode.PAGE });
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
    this.#bus.on('pagesloaded', () => this.#arrive());
    for (const event of ['pagerendered', 'textlayerrendered']) {
      this.#bus.on(event, ({ pageNumber }: { pageNumber: number }) => {
        if (event === 'textlayerrendered' && this.#wanted?.page === pageNumber) this.#arrive();
        this.#draw(pageNumber);
      });
    }
    this.#bus.on(
      'updatefindmatchescount',
      ({ matchesCount }: { matchesCount: { current: number; total: number } }) => {
        this.#tell({ found: { ...matchesCount, isDone: this.state.found?.isDone ?? false } });
      },
    );
    this.#bus.on(
      'updatefindcontrolstate',
      ({
        state,
        matchesCount,
      }: {
        state: number;
        matchesCount: { current: number; total: number };
      }) => {
        this.#tell({ found: { ...matchesCount, isDone: state !== FIND_PENDING } });
      },
    );
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
      this.#find.setDocument(document);
      const labels = tellingLabels(await document.getPageLabels());
      if (!this.#abort.signal.aborted) this.#tell({ labels });
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
    else {
      this.#fit();
      // A wider page elsewhere leaves room to have scrolled aside.
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
  /** To the next or the one before; one that is shown alone begins at its top. */
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

  find(
    query: string,
    step: 'new' | 'next' | 'previous',
    { matchCase, wholeWords }: FindWays,
  ): void {
    this.#wanted = null;
    if (query === '') {
      this.#bus.dispatch('findbarclose', { source: this });
      this.#tell({ found: undefined });
      return;
    }
    this.#bus.dispatch('find', {
      source: this,
      type: step === 'new' ? '' : 'again',
      query,
      caseSensitive: matchCase,
      entireWord: wholeWords,
      highlightAll: true,
      findPrevious: step === 'previous',
      matchDiacritics: false,
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
    const before = this.#clips;
    this.#clips = Map.groupBy(clips, (it) => it.page);
    for (const page of new Set([...before.keys(), ...this.#clips.keys()])) this.#draw(page);
  }
  /** The clip whose mark is held out, or none. */
  choose(chosen: string | undefined): void {
    const before = this.state.chosen;
    this.#tell({ chosen });
    for (const [page, marks] of this.#clips)
      if (marks.some(({ id }) => id !== undefined && (id === before || id === chosen)))
        this.#draw(page);
  }
  /** On a clip's mark, or on the pages where it has gone. */
  focus(id?: string): void {
    ((id === undefined ? undefined : this.markKey(id)) ?? this.#container).focus({
      preventScroll: true,
    });
  }
  /** What stands for a clip's mark on the screen, while its page is drawn. */
  markKey(id: string): HTMLElement | undefined {
    return (
      this.#container.querySelector<HTMLElement>(`[data-mark="${CSS.escape(id)}"]`) ?? undefined
    );
  }

  /** What is selected, as a place; with the range, for a button beside it. */
  selection(): { locator: PagedLocator; areas: PageArea[]; range: Range } | undefined {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
    const range = selection.getRangeAt(0);
    if (!this.#container.contains(range.startContainer)) return undefined;
    const pages = selectedPages(
      range,
      this.#container.querySelectorAll<HTMLElement>('.page'),
      (page) => this.#rotation(page),
    );
    const locator = pagesToLocator(pages);
    return locator && { locator, areas: pagesToAreas(pages), range };
  }

  #lookAsBefore(): void {
    const { scale, rotation, isSingle } = this.#view;
    if (isSingle) this.#viewer.scrollMode = ScrollMode.PAGE;
    if (rotation !== 0) this.#viewer.pagesRotation = rotation;
    if (typeof scale === 'number') this.#viewer.currentScale = scale;
    else this.#fit();
  }
  #tellView(): void {
    if (this.state.phase !== 'ready') return;
    this.#onView({
      scale: this.#keeps ?? this.#viewer.currentScale,
      rotation: asRotation(this.#viewer.pagesRotation),
      isSingle: this.#viewer.scrollMode === ScrollMode.PAGE,
    });
  }

  /** A pane that is not shown has no width to keep to. */
  #fit(): void {
    const { clientWidth } = this.#container;
    if (clientWidth === 0 || this.#viewer.pagesCount === 0 || this.#keeps === undefined) return;
    this.#viewer.currentScaleValue =
      this.#keeps === 'auto' && clientWidth < 640 ? 'page-width' : this.#keeps;
  }

  #page(page: number): PageView | undefined {
    return this.#viewer.getPageView(page - 1) as PageView | undefined;
  }
  #rotation(page: number): Rotation {
    return asRotation(this.#page(page)?.viewport.rotation ?? 0);
  }

  /** Turns to what is wanted; a quote is looked for once the page's text is there, and until then its page is shown. */
  #arrive(): void {
    const wanted = this.#wanted;
    if (!wanted || this.#container.clientWidth === 0) return;
    const page = Math.min(Math.max(1, wanted.page), this.#viewer.pagesCount);
    const view = this.#page(page);
    if (!view) return;
    // One that is shown alone is nowhere before.
    this.#viewer.currentPageNumber = page;
    const rotation = this.#rotation(page);
    const rects =
      wanted.rects ??
      (wanted.quote === undefined ? [] : quoteRects(view.div, wanted.quote, rotation));
    const first = rects[0];
    const top = first
      ? turnRect(first, rotation).y * view.div.clientHeight - this.#container.clientHeight / 3
      : -8;
    this.#container.scrollTop = view.div.offsetTop + Math.max(-8, top);
    if (first && first.x * view.div.clientWidth < this.#container.scrollLeft)
      this.#container.scrollLeft = 0;
    if (first && this.#goal === null) {
      // A clip lights up in its own colour, and is marked already.
      const kept = this.#clips
        .get(page)
        ?.find(
          (it) =>
            it.rects[0] && Math.hypot(it.rects[0].x - first.x, it.rects[0].y - first.y) < 1e-4,
        );
      this.#goal = { page, rects, flashes: true, color: kept?.color };
      this.#draw(page);
      clearTimeout(this.#unflash);
      this.#unflash = window.setTimeout(() => {
        if (this.#goal) this.#goal = { ...this.#goal, flashes: false, ...(kept && { rects: [] }) };
        this.#draw(page);
      }, FLASH_MS);
    }
  }

  #press(event: MouseEvent): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const key = target.closest<HTMLElement>('[data-mark]')?.dataset['mark'];
    // Links of the PDF are its own, and whoever selects words presses nothing.
    if (
      key === undefined &&
      (target.closest('a') !== null || document.getSelection()?.isCollapsed === false)
    )
      return;
    const id = key ?? this.#markUnder(event);
    if (id !== undefined) this.choose(id);
  }
  #markUnder({ target, clientX, clientY }: MouseEvent): string | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('.page') : null;
    const page = Number(element?.dataset['pageNumber']);
    const marks = this.#clips.get(page);
    return element && marks
      ? markAt(
          marks,
          pointToPage({ x: clientX, y: clientY }, pageBox(element), this.#rotation(page)),
        )?.id
      : undefined;
  }

  #draw(page: number): void {
    const view = this.#page(page);
    if (!view) return;
    const marks = (this.#clips.get(page) ?? []).map((it) =>
      it.id === this.state.chosen ? { ...it, isOpen: true } : it,
    );
    if (this.#goal?.page === page) marks.push(this.#goal);
    drawMarks(view.div, marks, this.#rotation(page));
  }

  #tell(change: Partial<PdfState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

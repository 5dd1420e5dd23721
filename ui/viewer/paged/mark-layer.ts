/** The marks on the pages of one PDF: its clips, and the navigation target. */
import type { PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { Rect } from '#core/contract/locator.ts';
import { drawMarks, markAt, type PageMark } from './page-marks.ts';
import { asRotation, pointToPage, type Rotation } from './page-rects.ts';
import { pageBox } from './page-text.ts';

const FLASH_MS = 2400;
/** Marks whose starts are closer than this, in fractions of the page, start at the same point. */
const SAME_POINT = 1e-4;

export interface PageView {
  div: HTMLElement;
  viewport: { rotation: number };
}
/** Undefined for a page that the viewer does not have. */
export const pageView = (viewer: PDFViewer, page: number): PageView | undefined =>
  viewer.getPageView(page - 1) as PageView | undefined;
export const pageRotation = (viewer: PDFViewer, page: number): Rotation =>
  asRotation(pageView(viewer, page)?.viewport.rotation ?? 0);

export class MarkLayer {
  readonly #viewer: PDFViewer;
  #clips = new Map<number, PageMark[]>();
  #goal: PageMark | null = null;
  #chosen: string | undefined;
  #unflash: number | undefined;

  constructor(viewer: PDFViewer) {
    this.#viewer = viewer;
  }

  showClips(clips: readonly PageMark[]): void {
    const before = this.#clips;
    this.#clips = Map.groupBy(clips, ({ page }) => page);
    for (const page of new Set([...before.keys(), ...this.#clips.keys()])) this.draw(page);
  }
  /** Shows the clip's mark as open and the previous one as closed. */
  choose(chosen: string | undefined): void {
    const before = this.#chosen;
    this.#chosen = chosen;
    for (const [page, marks] of this.#clips)
      if (marks.some(({ id }) => id !== undefined && (id === before || id === chosen)))
        this.draw(page);
  }

  /** Removes the mark of the target. */
  clearGoal(): void {
    const before = this.#goal?.page;
    this.#goal = null;
    if (before !== undefined) this.draw(before);
  }
  /** Marks the target for a moment; once until the target is cleared. */
  flashGoal(page: number, rects: readonly Rect[]): void {
    const first = rects[0];
    if (!first || this.#goal !== null) return;
    // A target clip flashes in its own colour, and is already marked.
    const clip = this.#clips
      .get(page)
      ?.find(
        ({ rects: [start] }) =>
          start && Math.hypot(start.x - first.x, start.y - first.y) < SAME_POINT,
      );
    this.#goal = { page, rects, flashes: true, color: clip?.color };
    this.draw(page);
    clearTimeout(this.#unflash);
    this.#unflash = window.setTimeout(() => {
      if (this.#goal) this.#goal = { ...this.#goal, flashes: false, ...(clip && { rects: [] }) };
      this.draw(page);
    }, FLASH_MS);
  }

  /** The clip of a clicked mark. */
  pressed(event: MouseEvent): string | undefined {
    const { target } = event;
    if (!(target instanceof Element)) return undefined;
    const key = target.closest<HTMLElement>('[data-mark]')?.dataset['mark'];
    // A link of the PDF is followed instead, and selecting text clicks nothing.
    if (
      key === undefined &&
      (target.closest('a') !== null || document.getSelection()?.isCollapsed === false)
    )
      return undefined;
    return key ?? this.under(event);
  }
  /** The clip of the mark under the pointer. */
  under({ target, clientX, clientY }: MouseEvent): string | undefined {
    const element = target instanceof Element ? target.closest<HTMLElement>('.page') : null;
    const page = Number(element?.dataset['pageNumber']);
    const marks = this.#clips.get(page);
    if (!element || !marks) return undefined;
    const rotation = pageRotation(this.#viewer, page);
    return markAt(marks, pointToPage({ x: clientX, y: clientY }, pageBox(element), rotation))?.id;
  }

  draw(page: number): void {
    const view = pageView(this.#viewer, page);
    if (!view) return;
    const marks = (this.#clips.get(page) ?? []).map((mark) =>
      mark.id === this.#chosen ? { ...mark, isOpen: true } : mark,
    );
    if (this.#goal?.page === page) marks.push(this.#goal);
    drawMarks(view.div, marks, pageRotation(this.#viewer, page));
  }

  destroy(): void {
    clearTimeout(this.#unflash);
  }
}

/** The page layout of a PDF.js viewer. */
import { type PDFViewer, ScrollMode, SpreadMode } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { asRotation } from './page-rects.ts';
import type { SavedView } from './saved-view.ts';

/** `keeps`: how pages fit the available space; undefined after the user has zoomed. */
export const layoutOf = (
  viewer: PDFViewer,
  keeps: 'page-width' | 'page-fit' | 'auto' | undefined,
): SavedView => ({
  scale: keeps ?? viewer.currentScale,
  rotation: asRotation(viewer.pagesRotation),
  isSingle: viewer.scrollMode === ScrollMode.PAGE,
  isSpread: viewer.spreadMode !== SpreadMode.NONE,
});

/** Two pages side by side, the first one on the left, or one. */
export function setSpread(viewer: PDFViewer, isSpread: boolean): void {
  viewer.spreadMode = isSpread ? SpreadMode.ODD : SpreadMode.NONE;
}

/** A view without its scale. */
export function restoreLayout(
  viewer: PDFViewer,
  { rotation, isSingle, isSpread }: SavedView,
): void {
  if (isSpread) setSpread(viewer, true);
  if (isSingle) viewer.scrollMode = ScrollMode.PAGE;
  if (rotation !== 0) viewer.pagesRotation = rotation;
}

/** The last view of each PDF, stored in this browser. */
import { z } from 'zod';
import { createStoredItem } from '#ui/storage/stored-item.ts';
import { asRotation } from './page-rects.ts';

/** The maximum number; the oldest are dropped. */
const MOST = 200;

const View = z.object({
  /** zoomed by hand, or fitted to the available space */
  scale: z
    .union([z.number().min(0.1).max(10), z.enum(['page-width', 'page-fit', 'auto'])])
    .catch('auto'),
  rotation: z.number().transform(asRotation).catch(0),
  isSingle: z.boolean().catch(false),
  /** two pages side by side */
  isSpread: z.boolean().optional().catch(undefined),
});
export type SavedView = z.infer<typeof View>;
/** Latest first. */
const savedViews = createStoredItem('gloss-pdf-views', z.array(z.tuple([z.string(), View])), {
  fallback: [],
});

const AS_IT_COMES: SavedView = { scale: 'auto', rotation: 0, isSingle: false };

export const readSavedView = (sourceId: string): SavedView =>
  savedViews.read().find(([id]) => id === sourceId)?.[1] ?? AS_IT_COMES;

export function saveView(sourceId: string, view: SavedView): void {
  const others = savedViews.read().filter(([id]) => id !== sourceId);
  savedViews.write([[sourceId, view], ...others.slice(0, MOST - 1)]);
}

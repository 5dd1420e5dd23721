/** How each PDF was last looked at, kept in this browser. */
import { z } from 'zod';
import { asRotation } from './page-rects.ts';

const KEY = 'gloss-pdf-views';
/** The latest; older ones are let go of. */
const MOST = 200;

const View = z.object({
  /** magnified by hand, or kept to the room there is */
  scale: z
    .union([z.number().min(0.1).max(10), z.enum(['page-width', 'page-fit', 'auto'])])
    .catch('auto'),
  rotation: z.number().transform(asRotation).catch(0),
  isSingle: z.boolean().catch(false),
});
export type SavedView = z.infer<typeof View>;
const Views = z.array(z.tuple([z.string(), View])).catch([]);

const AS_IT_COMES: SavedView = { scale: 'auto', rotation: 0, isSingle: false };

function readAll(): [string, SavedView][] {
  const text = localStorage.getItem(KEY);
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  return Views.parse(value);
}

export const readSavedView = (sourceId: string): SavedView =>
  readAll().find(([id]) => id === sourceId)?.[1] ?? AS_IT_COMES;

export function saveView(sourceId: string, view: SavedView): void {
  localStorage.setItem(
    KEY,
    JSON.stringify(
      [[sourceId, view], ...readAll().filter(([id]) => id !== sourceId)].slice(0, MOST),
    ),
  );
}

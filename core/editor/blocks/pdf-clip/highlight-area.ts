import { z } from 'zod';
import { integer, number } from '../../fields.ts';

/** `pageIndex` counts from 0; the numbers are percent of the page, from its top left corner. */
export const HighlightArea = z.object({
  pageIndex: integer(0, 100_000, 0),
  left: number(0, 100, 0),
  top: number(0, 100, 0),
  width: number(0, 100, 0),
  height: number(0, 100, 0),
});
export type HighlightArea = z.infer<typeof HighlightArea>;

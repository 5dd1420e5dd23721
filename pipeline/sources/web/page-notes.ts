/** Notes that fetching a page and its resources leaves for later stages. */
import { z } from 'zod';
import { Needs } from './page-reading.ts';

export const PAGE = 'page.html';

export const PageResource = z.object({
  url: z.string(),
  /** name of the part that stores it */
  part: z.string(),
  /** detected from the bytes */
  type: z.string(),
});
export type PageResource = z.infer<typeof PageResource>;

export const PageNotes = z.object({
  read: z.enum(['plain', 'browser']),
  /** why it was read so, in words */
  why: z.string().optional(),
  /** code of the fault for which a browser that was wanted did not read the page */
  limited: z.string().optional(),
  /** plain text, not HTML */
  isText: z.boolean().optional(),
  /** what the page would load */
  needs: Needs.optional(),
  resources: z.array(PageResource).optional(),
  /** resources that could not be had, or not in time */
  missed: z.number().optional(),
});
export type PageNotes = z.infer<typeof PageNotes>;

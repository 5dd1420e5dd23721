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

/** What one step of extraction removed from the article. */
export const Removal = z.object({
  step: z.string(),
  /** characters of the prose that both readers found */
  prose: z.int().min(0),
  /** it was too much, and so none of it was removed */
  isUndone: z.boolean(),
});
export type Removal = z.infer<typeof Removal>;

export const PageNotes = z.object({
  read: z.enum(['plain', 'browser']),
  /** why it was read so, in words */
  why: z.string().optional(),
  /** code of the fault for which a browser that was wanted did not read the page */
  limited: z.string().optional(),
  /** plain text, not HTML */
  isText: z.boolean().optional(),
  /** a file that a person saved, not what a site answers */
  isSaved: z.boolean().optional(),
  /** what the page would load */
  needs: Needs.optional(),
  resources: z.array(PageResource).optional(),
  /** resources that could not be had, or not in time */
  missed: z.number().optional(),
  /** of the extracted page: what was removed from its article */
  removed: z.array(Removal).optional(),
  /**
   * of the extracted page: how many text blocks it has, and for each paragraph the block that it is
   * from, counted from 1; 0 for none
   */
  tied: z.object({ blocks: z.int().min(0), ties: z.array(z.int().min(0)) }).optional(),
});
export type PageNotes = z.infer<typeof PageNotes>;

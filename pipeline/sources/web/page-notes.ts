/** Notes of fetching a page and its resources, for later stages. */
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
  /** characters of the prose that both extractors found */
  prose: z.int().min(0),
  /** the step was undone, because it would have removed too much */
  isUndone: z.boolean(),
});
export type Removal = z.infer<typeof Removal>;

export const PageNotes = z.object({
  read: z.enum(['plain', 'browser']),
  /** why the page was read this way, as text */
  why: z.string().optional(),
  /** code of the fault, if the page needed a browser but wasn't rendered */
  limited: z.string().optional(),
  /** plain text, not HTML */
  isText: z.boolean().optional(),
  /** a file that a person saved, not what a site answers */
  isSaved: z.boolean().optional(),
  /** resources that the page would load */
  needs: Needs.optional(),
  resources: z.array(PageResource).optional(),
  /** resources that failed or came too late */
  missed: z.number().optional(),
  /** what extraction removed from the article */
  removed: z.array(Removal).optional(),
  /**
   * from extraction: the number of text blocks, and for each paragraph the number of its block,
   * from 1; 0 for none
   */
  tied: z.object({ blocks: z.int().min(0), ties: z.array(z.int().min(0)) }).optional(),
});
export type PageNotes = z.infer<typeof PageNotes>;

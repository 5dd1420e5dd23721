/**
 * Byte readings of pages and style sheets for the fetch stage. Their results are bounded, because
 * pages are not.
 */
import { z } from 'zod';
import type { ByteReading } from '#pipeline/sources/contract.ts';
import { LONGEST_ADDRESS, PageFacts } from '#pipeline/sources/source-facts.ts';

/** Most addresses of one kind in a result; fewer files of a page are stored. */
export const MOST_ADDRESSES = 200;
const Addresses = z.array(z.string().max(LONGEST_ADDRESS)).max(MOST_ADDRESSES);
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Absolute http(s) addresses that a sheet or a page would load, most important first. */
export const Needs = z.object({ sheets: Addresses, pictures: Addresses, fonts: Addresses });
export type Needs = z.infer<typeof Needs>;

const PageInput = z.object({
  bytes: Bytes,
  url: z.string(),
  /** the header `Content-Type`, which may name the encoding */
  contentType: z.string(),
  /** plain text, which is converted to a page */
  isText: z.boolean(),
  /** a file that a browser saved: HTML, MHTML or a webarchive */
  isSaved: z.boolean().optional(),
});
export type PageInput = z.infer<typeof PageInput>;

const PageAnswer = z.object({
  /** the page as UTF-8; undefined if the bytes are already */
  html: Bytes.optional(),
  facts: PageFacts,
  /** of a saved page: the address that it was saved from, where it says so */
  savedFrom: z.string().max(LONGEST_ADDRESS).optional(),
  needs: Needs,
  /** whether the page has hardly any text, and scripts that would create it */
  needsScripts: z.boolean(),
  /** characters of text outside tags, counted up to 20,000 */
  weight: z.int().min(0),
});
export type PageAnswer = z.infer<typeof PageAnswer>;

const SheetsInput = z.object({ sheets: z.array(z.object({ bytes: Bytes, url: z.string() })) });
export type SheetsInput = z.infer<typeof SheetsInput>;

export const PAGE_READING: ByteReading<PageInput, PageAnswer> = {
  kind: 'web',
  name: 'page',
  input: PageInput,
  output: PageAnswer,
};
export const SHEETS_READING: ByteReading<SheetsInput, Needs> = {
  kind: 'web',
  name: 'sheets',
  input: SheetsInput,
  output: Needs,
};

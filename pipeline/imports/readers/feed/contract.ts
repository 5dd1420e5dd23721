import type { Found } from '../reading.ts';

/** What a feed says, before its addresses are looked at. */
export interface FeedFound {
  title?: string | undefined;
  siteUrl?: string | undefined;
  items: (Found & { author?: string | undefined })[];
  /** where the text ended too early */ cut?: { line: number; text: string };
}

/**
 * Following: feeds, channels, playlists, searches and sitemaps that are checked again and again, so
 * that each new item becomes a source.
 */
import { z } from 'zod';
import { parseInterval } from '../text/interval.ts';
import { FollowId, ThreadId } from './id.ts';

const Tags = z.array(z.string().trim().min(1).max(200)).max(50);
/** An ISO 8601 duration, 15 minutes to a year; people may write `6h` or `daily`. */
const Every = z.string().transform((text, context) => {
  const interval = parseInterval(text);
  if (interval === undefined) {
    context.addIssue({
      code: 'custom',
      message: 'Enter an interval from 15 minutes to a year, like 6h, 1d or weekly.',
    });
    return z.NEVER;
  }
  return interval;
});

export const DEFAULT_FOLLOW_INTERVAL = 'PT6H';
/** The most new items that one check adds, the newest first, unless `max` is given. */
export const MOST_NEW_ITEMS = 50;

export const NewFollow = z.object({
  /** of a feed, a page that names its feed, a channel, a playlist, a search or a sitemap */
  url: z.string().trim().min(1).max(4096),
  every: Every.default(DEFAULT_FOLLOW_INTERVAL),
  /** adds nothing that was published before this day */
  since: z.iso.date().optional(),
  /** items are added to this thread too, not only to the library */
  threadId: ThreadId.optional(),
  tags: Tags.default([]),
  /** the most new items per check, the newest first */
  max: z.int().min(1).max(5000).optional(),
  /** adds only items with all of these words in their title or address */
  match: z.string().trim().min(1).max(200).optional(),
});
export type NewFollow = z.infer<typeof NewFollow>;

/** `null` clears a field. */
export const FollowChange = z
  .object({
    every: Every,
    since: z.iso.date().nullable(),
    threadId: ThreadId.nullable(),
    tags: Tags,
    max: z.int().min(1).max(5000).nullable(),
    match: z.string().trim().min(1).max(200).nullable(),
  })
  .partial();
export type FollowChange = z.infer<typeof FollowChange>;

export const Follow = z.object({
  _id: FollowId,
  url: z.string(),
  title: z.string(),
  /** `ended`: the site says that it is gone for good (410); it is not checked any more */
  state: z.enum(['active', 'ended']),
  every: z.string(),
  since: z.iso.date().optional(),
  threadId: ThreadId.optional(),
  tags: z.array(z.string()),
  max: z.int().optional(),
  match: z.string().optional(),
  /** items seen so far, added or not */
  items: z.int().min(0),
  createdAt: z.iso.datetime(),
  checkedAt: z.iso.datetime().optional(),
  /** absent once it has ended */
  nextAt: z.iso.datetime().optional(),
  /** of the last check, if it failed */
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type Follow = z.infer<typeof Follow>;

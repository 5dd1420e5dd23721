/** The home screen: what a person can continue with. */
import { z } from 'zod';
import { SourceId, ThreadId } from './id.ts';
import { Locator } from './locator.ts';
import { Source, SourceReading } from './source.ts';

/** A source that was opened, in its thread. */
export const OpenedSource = z.object({
  source: Source,
  thread_url: z.string(),
  thread_title: z.string(),
  reading: SourceReading,
});
export type OpenedSource = z.infer<typeof OpenedSource>;

/** A clip of the notes, or an answer. */
export const RecentItem = z.object({
  kind: z.enum(['clip', 'answer']),
  /** the block's or the answer's */
  _id: z.string(),
  createdAt: z.iso.datetime(),
  thread_id: ThreadId,
  thread_url: z.string(),
  thread_title: z.string(),
  /** of an answer: what was asked */
  question: z.string().optional(),
  /** its beginning */
  text: z.string(),
  /** a clip's place in its source */
  source_id: SourceId.optional(),
  place: Locator.optional(),
  source_title: z.string().optional(),
});
export type RecentItem = z.infer<typeof RecentItem>;

/** Each list: the last first. */
export const Home = z.object({
  reading: z.array(OpenedSource),
  recent: z.array(RecentItem),
});
export type Home = z.infer<typeof Home>;

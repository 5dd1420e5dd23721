import { z } from 'zod';
import { SourceId, ThreadId, UserId } from './id.ts';
import { Source } from './source.ts';

/** The thread that the first start creates and the first visit opens. */
export const SAMPLE_TITLE = 'Sample: how memory keeps what it learns';

export const Visibility = z.enum(['private', 'link']);

/** A block of the notes, mirrored in the thread. */
export const ThreadNode = z.object({
  order_no: z.int(),
  type: z.string(),
  _id: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  content: z.unknown().optional(),
});

export const SourceMetadata = z.object({
  is_current_source: z.boolean().optional(),
  is_primary_source: z.boolean().optional(),
  current_page: z.int().min(0).optional(),
  /** seconds */
  current_timestamp: z.number().min(0).optional(),
  /** of a web page or book, from 1 */
  current_paragraph: z.int().min(1).optional(),
  /** how many paragraphs that page has */
  paragraphs: z.int().min(1).optional(),
});
export type SourceMetadata = z.infer<typeof SourceMetadata>;
const SourcePosition = z.object({ sourceId: SourceId, metadata: SourceMetadata });
export const SourceMetadataBody = z.object({ source_metadata: z.array(SourcePosition).max(1000) });
export type SourceMetadataBody = z.infer<typeof SourceMetadataBody>;

export const Thread = z.object({
  _id: ThreadId,
  /** the slug in `/t/:url` */
  url: z.string(),
  /** user id of the owner */
  user: UserId,
  title: z.string(),
  visibility: Visibility,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** the address of its first source; missing without sources */
  thread_provider_url: z.string().optional(),
  thread_sources: z.array(z.object({ source: SourceId })),
  thread_nodes: z.array(ThreadNode),
  thread_contents: z.array(
    z.object({
      content_type: z.union([z.literal(0), z.literal(1)]),
      source: z.string().optional(),
      metadata: z.unknown(),
      _id: z.string(),
    }),
  ),
  /** the sources in the order they were added */
  thread_source_data: z.array(Source),
  /** the viewer's role: owner and editor can write */
  role: z.enum(['owner', 'editor', 'viewer', 'reader']).optional(),
  /** the owner's reading positions; sent only to the owner */
  source_metadata: z.array(SourcePosition).optional(),
});
export type Thread = z.infer<typeof Thread>;

/** Sent to open pages whenever one of these fields of the thread changes. */
export const ThreadUpdate = Thread.pick({
  title: true,
  visibility: true,
  thread_sources: true,
  role: true,
});
export type ThreadUpdate = z.infer<typeof ThreadUpdate>;

/** A card of the list of threads. */
export const ThreadCard = Thread.pick({
  _id: true,
  url: true,
  user: true,
  title: true,
  visibility: true,
  createdAt: true,
  updatedAt: true,
  thread_sources: true,
  thread_source_data: true,
});
export type ThreadCard = z.infer<typeof ThreadCard>;
export const ThreadPage = z.object({ docs: z.array(ThreadCard), next: z.string().nullable() });
export type ThreadPage = z.infer<typeof ThreadPage>;

export const NewThread = z.object({ title: z.string().trim().min(1).max(300) });
export const ThreadPatch = z.object({
  title: z.string().trim().min(1).max(300).optional(),
  visibility: Visibility.optional(),
});

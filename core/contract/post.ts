/** Posts: published pages made from blog blocks of a thread's notes. */
import { z } from 'zod';
import { PostId, SourceId, ThreadId, UserId } from './id.ts';

/** 0 is a draft whose form was never saved. Everyone can read 2; the others only their owner. */
export const PostStatus = { new: 0, draft: 1, published: 2, archived: 3, deleted: 4 } as const;
export const StatusCode = z.int().min(0).max(4);
export const LearningLevel = z.enum(['Beginner', 'Intermediate', 'Advanced']);

/** The type of tags for posts. */
export const POST_TAG_TYPE = 5;
export const Tag = z.object({ _id: z.string(), tag_name: z.string() });
export type Tag = z.infer<typeof Tag>;
export const TagPage = z.object({
  docs: z.array(Tag),
  totalDocs: z.int(),
  page: z.int(),
  limit: z.int(),
  totalPages: z.int(),
});

export const Color = z.string().regex(/^#[0-9a-f]{6}$/, 'Enter a colour code like #1a2b3c');
/** `auto`: follows the reader's system. */
export const ThemeMode = z.enum(['light', 'dark', 'auto']);
export const DEFAULT_COLORS = {
  primary: '#000000',
  secondary: '#ffffff',
  tertiary: '#808080',
} as const;
/**
 * `primary`: text and links · `secondary`: the background · `tertiary`: lines and secondary text.
 * `dark` swaps the first two.
 */
export const Theme = z.object({
  mode: ThemeMode.default('light'),
  colors: z
    .object({
      primary: Color.default(DEFAULT_COLORS.primary),
      secondary: Color.default(DEFAULT_COLORS.secondary),
      tertiary: Color.default(DEFAULT_COLORS.tertiary),
    })
    .default({ ...DEFAULT_COLORS }),
});
export type Theme = z.infer<typeof Theme>;

/** Longer texts are truncated for display. */
export const LIMITS = {
  title: 200,
  gist: 1000,
  metadataTitle: 120,
  metadataDescription: 320,
  tags: 5,
  aiTags: 20,
  tagName: 60,
} as const;

/** Tiptap JSON: a `doc` of the notes' schema, or the `blog` block that contains the post. */
export const PostContent = z.record(z.string(), z.unknown());

const title = z.string().trim().min(1, 'Enter a title').max(LIMITS.title);
const tagName = z.string().trim().min(1).max(LIMITS.tagName);
const sources = z.array(SourceId).max(200);
const level = LearningLevel;
const gist = z.string().trim().max(LIMITS.gist);

export const NewPost = z.object({
  thread: ThreadId,
  /** id of the blog block in the notes */
  blog_node_id: z.string().regex(/^[\w-]{1,64}$/, 'It is no id of a block.'),
  title,
  content: PostContent.default({ type: 'doc', content: [{ type: 'paragraph' }] }),
  sources: sources.default([]),
  description: z.string().trim().max(5000).optional(),
  /** suggestions from the generated post */
  aiGeneratedTags: z.array(tagName).max(LIMITS.aiTags).optional(),
  gist: gist.optional(),
});
export type NewPost = z.infer<typeof NewPost>;

const theme = z.object({
  mode: ThemeMode.optional(),
  colors: z.object({ primary: Color, secondary: Color, tertiary: Color }).partial().optional(),
});
const header = {
  title: z.string().trim().max(LIMITS.metadataTitle),
  description: z.string().trim().max(LIMITS.metadataDescription),
};
/** The publish form. Missing fields stay unchanged. */
export const PostForm = z
  .object({
    status: StatusCode.min(1),
    title,
    description: z.string().trim().max(5000),
    /** `_id` or name of listed tags, or the tags themselves; the first is the main tag */
    tags: z.array(z.union([z.string().max(100), Tag])).max(LIMITS.tags),
    aiGeneratedTags: z.array(tagName).max(LIMITS.aiTags),
    theme,
    gist,
    indexable: z.boolean(),
    learningLevel: level,
    metadataTitle: header.title,
    metadataDescription: header.description,
    /** the same in the form of a stored post; the fields above take precedence */
    metadata: z
      .object({ theme, gist, learning_level: level, header: z.object(header).partial() })
      .partial(),
    /**
     * the address of an image of the post's sources, or `null` for none; `post-thumbnail` uploads
     * one
     */
    cover: z.string().max(8192).nullable(),
    content: PostContent,
    sources,
    /** when a draft is published; `null` cancels that */
    scheduled_at: z.iso.datetime({ offset: true }).nullable(),
    /** with a status other than published: resets the date of first publication */
    published_at: z.null(),
  })
  .partial();
export type PostForm = z.infer<typeof PostForm>;

export const Cover = z.object({
  /** the widest */
  url: z.string(),
  /** key of its file, which the blog block of the notes stores */
  file_key: z.string().optional(),
  width: z.int(),
  height: z.int(),
  /** by width, for a `srcset` */
  sizes: z.array(z.object({ url: z.string(), width: z.int() })),
});
export const Post = z.object({
  _id: PostId,
  /** the same */
  post_id: PostId,
  user: UserId,
  /** null after the thread was deleted */
  thread: ThreadId.nullable(),
  /** its slug */
  thread_url: z.string().nullable(),
  blog_node_id: z.string(),
  slug: z.string(),
  /** its public address */
  url: z.string(),
  title: z.string(),
  description: z.string(),
  tags: z.array(Tag),
  aiGeneratedTags: z.array(z.string()),
  sources: z.array(SourceId),
  postTemplate: z.int(),
  postType: z.int(),
  status: StatusCode,
  /** status is 2 */
  published: z.boolean(),
  indexable: z.boolean(),
  metadata: z.object({
    gist: z.string(),
    learning_level: LearningLevel,
    theme: Theme,
    header: z.object({ title: z.string(), description: z.string() }),
  }),
  content: PostContent,
  cover: Cover.nullable(),
  scheduled_at: z.iso.datetime().nullable(),
  published_at: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type Post = z.infer<typeof Post>;
export const PostCard = Post.omit({ content: true, metadata: true });
export type PostCard = z.infer<typeof PostCard>;
export const PostPage = z.object({ docs: z.array(PostCard), next: z.string().nullable() });

/** A frame of a source's video. */
export const PostFrame = z.object({
  /** a JPEG */
  image: z.base64(),
  /** seconds: the actual position, which can be slightly off */
  at: z.number(),
  /** false: one of the site's thumbnails */
  film: z.boolean(),
});
export type PostFrame = z.infer<typeof PostFrame>;

/**
 * `PUT` the bytes to `uploadURL` with `headers`, then `PUT post/v1/post-thumbnail/:id?fileKey=`.
 */
export const CoverUpload = z.object({
  fileKey: z.string(),
  uploadURL: z.string(),
  headers: z.record(z.string(), z.string()),
});
/** A post as Markdown with front matter; `assets` are named in it by their paths. */
export const PostExport = z.object({
  _id: PostId,
  slug: z.string(),
  title: z.string(),
  markdown: z.string(),
  assets: z.array(z.object({ path: z.string(), base64: z.string() })),
});
export type PostExport = z.infer<typeof PostExport>;

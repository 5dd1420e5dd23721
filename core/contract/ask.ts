/**
 * Questions, streamed answers and their citations: a closed union of events that every reader
 * folds.
 */
import { z } from 'zod';
import { AnswerId, SourceId, ThreadId } from './id.ts';
import { AnchorMark, Locator, type Relocation } from './locator.ts';

/** The spec's models 0–8; the picker's default is 5. */
export const ModelId = z.int().min(0).max(8);
export const DEFAULT_MODEL = 5;

/** The block of the notes to answer: one answer at a time is generated for it. */
const Node = z.string().min(1).max(200);
const Text = z.string().trim().max(20_000);
const Sources = z.array(SourceId).max(2000);
/** Model of clips and chat blocks, and of suggested prompts. */
export const CLIP_MODEL = 3;
/** Model of the list of prompts. */
const PROMPTS_MODEL = 4;

export const AskBody = z.object({
  thread_id: ThreadId,
  model: ModelId.default(DEFAULT_MODEL),
  sources: Sources,
  user_query: Text.min(1),
  feature_type: z.literal(1).default(1),
  thread_node_id: Node.optional(),
});
export type AskBody = z.infer<typeof AskBody>;

const MAX_SCOPE = 100;
/**
 * The scope of a library question. `all`: the whole library; `tags`: sources with any of these
 * tags; `search`: results of a search with operators; `threads`: the sources of these threads.
 */
export const LibraryScope = z
  .object({
    all: z.literal(true).optional(),
    tags: z.array(z.string().trim().min(1).max(200)).max(MAX_SCOPE).optional(),
    search: z.string().trim().max(1000).optional(),
    threads: z.array(ThreadId).max(MAX_SCOPE).optional(),
  })
  .refine(
    ({ all, tags = [], search = '', threads = [] }) =>
      all === true || tags.length > 0 || search !== '' || threads.length > 0,
    { message: 'Name what to ask: all, tags, a search or threads.' },
  );
export type LibraryScope = z.infer<typeof LibraryScope>;
export const LibraryBody = z.object({
  query: Text.min(1),
  scope: LibraryScope,
  model: ModelId.default(DEFAULT_MODEL),
});
export type LibraryBody = z.infer<typeof LibraryBody>;

export const TitleBody = z.object({
  thread_id: ThreadId,
  sentence: Text.min(1),
  model: ModelId.default(DEFAULT_MODEL),
});

/** Without `sources`: all of the thread. */
const Within = {
  thread_id: ThreadId,
  sources: Sources.optional(),
  thread_node_id: Node.optional(),
};
/** A clip: `content` is its text; the position depends on its medium. */
const Clip = {
  source_id: SourceId,
  content: Text,
  /** seconds of a video */
  start: z.number().min(0).optional(),
  end: z.number().min(0).optional(),
  /** of a PDF, from 1 */
  page: z.int().min(1).optional(),
  /** of a web page, from 1 */
  paragraph: z.int().min(1).optional(),
};
/** `question`: the label of the chosen prompt. `user_query`: what the person adds to it. */
const Chosen = {
  model: ModelId.default(CLIP_MODEL),
  question: Text.optional(),
  user_query: Text.optional(),
  type: z.string().max(100).optional(),
  trigger: z.string().max(100).optional(),
};

/** A question about one clip, answered from the clip's source and `sources`. */
export const ClipChatBody = z.object({
  ...Within,
  ...Clip,
  thread_node_id: Node,
  model: ModelId.default(CLIP_MODEL),
  user_query: Text.min(1),
});
export type ClipChatBody = z.infer<typeof ClipChatBody>;
/**
 * A predefined prompt or a guide, by its id in the path: for the thread's sources, or for the clip
 * if `source_id` and `content` name one. A follow-up names the previous answer by `thread_node_id`,
 * or sends it as `user_query` (the question) and `content` (the answer).
 */
export const PredefinedBody = z.object({
  ...Within,
  ...Chosen,
  ...Clip,
  source_id: SourceId.optional(),
  content: Text.optional(),
});
export type PredefinedBody = z.infer<typeof PredefinedBody>;
/** A prompt about one clip. */
export const ClipPromptBody = z.object({ ...Within, ...Chosen, ...Clip });
export const PromptsBody = z.object({ ...Within, model: ModelId.default(PROMPTS_MODEL) });
export const SuggestedPrompts = z.object({ data: z.array(z.object({ question: z.string() })) });

/** Note types and their key ids in the path of `ai/v2/notes/:keyId`. */
export const NOTE_TYPES = [
  { id: 18, name: 'Auto Notes' },
  { id: 19, name: 'Study Guide' },
  { id: 20, name: 'Exam Prep Notes' },
  { id: 21, name: 'Q&A Sheet' },
  { id: 2, name: 'Chapter Breakdown' },
  { id: 6, name: 'Deep Dive' },
  { id: 22, name: 'Term Tracker' },
] as const;
export const NotesBody = z.object({
  ...Within,
  model: ModelId.default(DEFAULT_MODEL),
  /** its name or its key id, depending on the path */
  note_type: z.union([z.string().max(100), z.int()]).optional(),
  type: z.string().max(100).optional(),
  note_title: z.string().trim().max(500).optional(),
});
export type NoteType = (typeof NOTE_TYPES)[number]['name'];
/** Without `sources`: the thread's videos, or all sources if there are none. */
export const SummaryBody = z.object({ ...Within, model: ModelId.default(CLIP_MODEL) });

const OneSource = {
  thread_id: ThreadId,
  sources: z.array(SourceId).length(1),
  model: ModelId.default(DEFAULT_MODEL),
};
export const BlogIdeaBody = z.object(OneSource);
export const BlogIdea = z.object({ title: z.string(), description: z.string().optional() });
export type BlogIdea = z.infer<typeof BlogIdea>;
export const BlogIdeas = z.object({ idea: z.object({ ideas: z.array(BlogIdea) }) });
/**
 * Events while ideas are generated: each idea as it arrives, then the complete stored list, which
 * replaces them.
 */
export const IdeaEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('idea'), data: BlogIdea }),
  z.object({ event: z.literal('ideas'), data: z.object({ ideas: z.array(BlogIdea) }) }),
  z.object({
    event: z.literal('error'),
    data: z.object({ code: z.string(), message: z.string() }),
  }),
]);
export type IdeaEvent = z.infer<typeof IdeaEvent>;
/** `index`: position in the last list of ideas for this source, from 0. */
export const BlogBody = z.object({
  ...OneSource,
  index: z.array(z.int().min(0).max(99)).min(1).max(10),
});
export const GeneratedBlog = z.object({
  idea_title: z.string(),
  metadata: z.object({ tags: z.array(z.string()).default([]), gist: z.string().default('') }),
  description: z.string(),
  /** Tiptap JSON of the document, which fits the editor's schema */
  content: z.record(z.string(), z.unknown()),
});
export type GeneratedBlog = z.infer<typeof GeneratedBlog>;
export const GeneratedBlogs = z.object({ content: z.array(GeneratedBlog) });

export const Feedback = z.enum(['like', 'dislike']);
/** `thread_node_id`: the answer's id, or the id of the chat block that holds it. */
export const FeedbackBody = z.object({
  thread_id: ThreadId,
  thread_node_id: z.string().max(200),
  value: Feedback,
});

/**
 * `{"1":"83:SOURCE_ID"}`: mark → position:source; the position is a second, a page or a paragraph.
 */
export const IndexMap = z.record(z.string().regex(/^\d+$/), z.string().regex(/^\d+:.+$/));
export type IndexMap = z.infer<typeof IndexMap>;

/**
 * Whether the passage of a citation supports its sentence. `partly`: it shares little with the
 * sentence, or differs from it. `unchecked`: they could not be compared, for example across
 * languages.
 */
export const CitationSupport = z.enum(['supported', 'partly', 'unchecked']);
export type CitationSupport = z.infer<typeof CitationSupport>;

/** A complete citation: the text of the chip and its target. */
export const Citation = z.object({
  mark: z.int().min(1),
  source_id: SourceId,
  title: z.string(),
  locator: Locator,
  /** in answers from the library: a thread that holds the source, for a deep link */
  thread_url: z.string().optional(),
  /** missing in answers of earlier versions, which have `weak` instead of `partly` */
  support: CitationSupport.optional(),
  weak: z.literal(true).optional(),
  /** set once the source's text at this position changed */
  anchor: AnchorMark.optional(),
});
export type Citation = z.infer<typeof Citation>;

export const supportOfCitation = ({
  support,
  weak,
}: Pick<Citation, 'support' | 'weak'>): CitationSupport =>
  support ?? (weak ? 'partly' : 'supported');

/** The citation at the current position of its text. The quote remains as it was cited. */
export function relocateCitation(
  { anchor: _, ...citation }: Citation,
  { locator, anchor }: Relocation,
): Citation {
  return {
    ...citation,
    ...(locator ? { locator: { ...locator, quote: citation.locator.quote } } : {}),
    ...(anchor ? { anchor } : {}),
  };
}

/** Which engine answered: a model id of the spec, or the offline assistant. */
export const AnswerModel = z.union([ModelId, z.literal('offline')]);

export const AnswerState = z.enum(['generating', 'done', 'interrupted', 'failed']);
export const Answer = z.object({
  _id: AnswerId,
  /** null: the library was asked */
  thread_id: ThreadId.nullable(),
  question: z.string(),
  answer: z.string(),
  state: AnswerState,
  model: AnswerModel.nullable(),
  sources: z.array(SourceId),
  indexes: IndexMap,
  citations: z.array(Citation),
  /** ms */
  timeTaken: z.number().nullable(),
  /** the feature of the assistant: `chat-thread`, `notes-study-guide` … */
  feature: z.string().default('chat-thread'),
  /** the block of the notes that requested it */
  thread_node_id: z.string().nullable().default(null),
  feedback: Feedback.nullable().default(null),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type Answer = z.infer<typeof Answer>;
/** A stored answer as the result of its request. */
export const AnswerResult = Answer.extend({
  /** the same as `answer` */
  fullText: z.string(),
  variables: z.object({ question: z.string() }),
});

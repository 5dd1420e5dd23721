/** Questions, streamed answers and their citations: a closed union of events, folded by every reader. */
import { z } from 'zod';
import { AnswerId, SourceId, ThreadId } from './id.ts';
import { AnchorMark, Locator, type Relocation } from './locator.ts';

/** The spec's models 0–8; the picker's default is 5. */
export const ModelId = z.int().min(0).max(8);
export const DEFAULT_MODEL = 5;

export const AskBody = z.object({
  thread_id: ThreadId,
  model: ModelId.default(DEFAULT_MODEL),
  sources: z.array(SourceId).max(2000),
  user_query: z.string().trim().min(1).max(20_000),
  feature_type: z.literal(1).default(1),
});
export type AskBody = z.infer<typeof AskBody>;

export const TitleBody = z.object({ thread_id: ThreadId, sentence: z.string().trim().min(1).max(20_000), model: ModelId.default(DEFAULT_MODEL) });

/** `{"1":"83:SOURCE_ID"}`: mark → place:source; the place is a second, a page or a paragraph. */
export const IndexMap = z.record(z.string().regex(/^\d+$/), z.string().regex(/^\d+:.+$/));
export type IndexMap = z.infer<typeof IndexMap>;

/** What a citation mark stands for, whole: what the chip shows and where it leads. */
export const Citation = z.object({ mark: z.int().min(1), source_id: SourceId, title: z.string(), locator: Locator, /** set once the source's text changed there */ anchor: AnchorMark.optional() });
export type Citation = z.infer<typeof Citation>;

/** The citation where its words stand now; as they were cited, they stay its quote. */
export function relocateCitation({ anchor: _, ...citation }: Citation, { locator, anchor }: Relocation): Citation {
  return { ...citation, ...(locator ? { locator: { ...locator, quote: citation.locator.quote } } : {}), ...(anchor ? { anchor } : {}) };
}

/** Which engine answered: a model id of the spec, or the built-in offline assistant. */
export const AnswerModel = z.union([ModelId, z.literal('offline')]);

export const AnswerEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('start'), data: z.object({ answer_id: AnswerId }) }),
  z.object({ event: z.literal('message'), data: z.string() }),
  z.object({ event: z.literal('index'), data: IndexMap }),
  z.object({ event: z.literal('citations'), data: z.array(Citation) }),
  z.object({ event: z.literal('ai_usage'), data: z.object({ usage_left: z.object({ question_n_answers: z.number().nullable() }) }) }),
  z.object({ event: z.literal('done'), data: z.object({ /** ms */ timeTaken: z.number(), model: AnswerModel }) }),
  z.object({ event: z.literal('error'), data: z.object({ code: z.string(), message: z.string() }) }),
]);
export type AnswerEvent = z.infer<typeof AnswerEvent>;

export const AnswerState = z.enum(['generating', 'done', 'interrupted', 'failed']);
export const Answer = z.object({
  _id: AnswerId,
  thread_id: ThreadId,
  question: z.string(),
  answer: z.string(),
  state: AnswerState,
  model: AnswerModel.nullable(),
  sources: z.array(SourceId),
  indexes: IndexMap,
  citations: z.array(Citation),
  /** ms */ timeTaken: z.number().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type Answer = z.infer<typeof Answer>;

/** One server-sent event as a fold's input; `undefined` for events this version does not know. */
export function parseAnswerEvent(name: string, data: string): AnswerEvent | undefined {
  let value: unknown;
  try { value = JSON.parse(data); } catch { return undefined; }
  const parsed = AnswerEvent.safeParse({ event: name, data: value });
  return parsed.success ? parsed.data : undefined;
}

/**
 * What a block asks of the assistant: one of its calls, kept word for word so that it is the same
 * question however often it is sent.
 */
import { z } from 'zod';
import { ModelId } from '../contract/ask.ts';
import { SourceId } from '../contract/id.ts';
import { integer, maybeId, text } from './fields.ts';

/** A document comes from others: nothing but a call of the assistant is ever sent for it. */
const PATH =
  /^(?:ai\/v2\/(?:chat\/(?:thread|clip|pdf-clip)|(?:predefined\/(?:prompts|child|pdf-child)|student|creator|researcher|notes)\/\d{1,6})|summarize-video\/7)$/;
const Words = z.string().max(20_000);

export const AiRequest = z.object({
  /** below `api/` */
  path: z.string().regex(PATH),
  /** but for the thread, and for the block unless the answer goes with another's */
  body: z
    .object({
      model: ModelId,
      sources: z.array(SourceId).max(2000),
      thread_node_id: z.string().regex(/^[\w-]{1,64}$/),
      source_id: SourceId,
      content: Words,
      user_query: Words,
      question: Words,
      feature_type: z.literal(1),
      /** seconds */
      start: z.number().min(0),
      end: z.number().min(0),
      /** from 1 */
      page: z.int().min(1),
      paragraph: z.int().min(1),
      note_type: z.string().max(100),
      note_title: z.string().max(500),
    })
    .partial(),
});
export type AiRequest = z.infer<typeof AiRequest>;

export const ASKED = {
  request: AiRequest.nullable().catch(null).default(null),
  /** incremented with every new generation */
  round: integer(0, 1_000_000, 0),
  /** why there is no answer, or only a part of one */
  failure: text(1000),
  /** of the answer as the server keeps it */
  answerId: maybeId(),
};

/** The sources of a request; for a request without sources, those of the blocks next to it. */
export const askedSources = (
  request: AiRequest | null,
  beside: readonly string[],
): readonly string[] => [
  ...new Set([
    ...(request?.body.source_id === undefined ? [] : [request.body.source_id]),
    ...(request?.body.sources ?? beside),
  ]),
];

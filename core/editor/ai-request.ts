/**
 * The request that a block sends to the assistant, stored unchanged so that repeating it asks the
 * same question.
 */
import { z } from 'zod';
import { ModelId } from '../contract/ask.ts';
import { SourceId } from '../contract/id.ts';
import { integer, maybeId, text } from './fields.ts';

/** Clients write documents, so a stored request may only call the assistant. */
const PATH =
  /^(?:ai\/v2\/(?:chat\/(?:thread|clip|pdf-clip)|(?:predefined\/(?:prompts|child|pdf-child)|student|creator|researcher|notes)\/\d{1,6})|summarize-video\/7)$/;
const Text = z.string().max(20_000);

export const AiRequest = z.object({
  /** below `api/` */
  path: z.string().regex(PATH),
  /** without the thread; without the block, unless the answer belongs to another block */
  body: z
    .object({
      model: ModelId,
      sources: z.array(SourceId).max(2000),
      thread_node_id: z.string().regex(/^[\w-]{1,64}$/),
      source_id: SourceId,
      content: Text,
      user_query: Text,
      question: Text,
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

/** Attributes of a block that the assistant generates. */
export const AI_REQUEST_ATTRIBUTES = {
  request: AiRequest.nullable().catch(null).default(null),
  /** incremented with every new generation */
  round: integer(0, 1_000_000, 0),
  /**
   * the round that the done mark and `failure` belong to; null in documents without it. If one
   * window ends a round while another starts the next, their attributes merge one by one.
   */
  settledRound: z.int().min(0).max(1_000_000).nullable().catch(null).default(null),
  /** why the answer is missing or incomplete */
  failure: text(1000),
  /** id of the answer on the server */
  answerId: maybeId(),
};

/** The sources of a request; for a request without sources, those of the blocks next to it. */
export const requestSources = (
  request: AiRequest | null,
  beside: readonly string[],
): readonly string[] => [
  ...new Set([
    ...(request?.body.source_id === undefined ? [] : [request.body.source_id]),
    ...(request?.body.sources ?? beside),
  ]),
];

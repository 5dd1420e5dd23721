/**
 * Answers to prompts from menus: over the selected sources, about a clip, or after an earlier
 * answer.
 */
import type { GUIDES } from '#config/guides.ts';
import type { z } from 'zod';
import type { ClipPromptBody, PredefinedBody } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Guides } from '#core/contract/guides.ts';
import type { Call } from '../../../../http/route.ts';
import type { AnswerRequest } from '../../answer-request.ts';
import type { AiFeaturePorts } from '../ai-feature.ts';
import { clipGuide, followUp, type predefined } from './guides.ts';

export type GuidePorts = Pick<AiFeaturePorts, 'answerService' | 'asked' | 'turns'>;
export type CatalogueGuide = (typeof GUIDES)[keyof Guides][number];
type GuideCall<B extends z.ZodType> = Pick<
  Call<undefined, undefined, B>,
  'user' | 'koa' | 'signal' | 'body'
>;

const withOwnWords = (guide: CatalogueGuide, own: string | undefined): string =>
  own ? `${guide.question}\n\n${own}` : guide.question;

/** The part of the request that all guides share. */
const commonOf = (
  body: Pick<z.output<typeof PredefinedBody>, 'model' | 'question' | 'thread_node_id'>,
  guide: CatalogueGuide,
): Pick<AnswerRequest<unknown>, 'model' | 'shown' | 'threadNodeId'> => ({
  model: body.model,
  shown: body.question || guide.question,
  threadNodeId: body.thread_node_id,
});

export async function answerOverAll(
  { answerService, asked }: GuidePorts,
  { body, ...caller }: GuideCall<typeof PredefinedBody>,
  guide: CatalogueGuide,
  byKind: typeof predefined,
): Promise<void> {
  const thread = await asked.thread(caller.user._id, body.thread_id);
  const sources = await asked.readable(thread, body.sources);
  await answerService.stream(caller, {
    thread,
    sources,
    feature: byKind[guide.kind],
    question: withOwnWords(guide, body.user_query),
    ...commonOf(body, guide),
  });
}

export async function answerAboutClip(
  { answerService, asked }: GuidePorts,
  { body, ...caller }: GuideCall<typeof ClipPromptBody>,
  guide: CatalogueGuide,
): Promise<void> {
  const thread = await asked.thread(caller.user._id, body.thread_id);
  const { about, sources } = await asked.clip(thread, body, body.sources);
  await answerService.stream(caller, {
    thread,
    sources,
    about,
    feature: clipGuide[guide.kind],
    question: withOwnWords(guide, body.user_query),
    ...commonOf(body, guide),
  });
}

/**
 * Follows up on the answer that the request contains or names, or else on the last one in the
 * thread.
 */
export async function answerFollowUp(
  { answerService, asked, turns }: GuidePorts,
  { body, ...caller }: GuideCall<typeof PredefinedBody>,
  guide: CatalogueGuide,
): Promise<void> {
  const thread = await asked.thread(caller.user._id, body.thread_id);
  const sources = await asked.readable(thread, body.sources);
  const brought = body.content
    ? { question: body.user_query ?? '', answer: body.content }
    : undefined;
  const turn =
    brought ??
    (body.thread_node_id === undefined
      ? (await turns.before(thread.id, caller.user._id, sources, undefined)).at(-1)
      : await turns.followed(thread.id, caller.user._id, body.thread_node_id));
  if (!turn)
    throw new Fault('bad_request', {
      message: 'No answer to follow up on. Pass its thread_node_id, or its text as content.',
      details: [{ field: 'thread_node_id', message: 'Answer not found.' }],
    });
  await answerService.stream(caller, {
    thread,
    sources,
    feature: followUp[guide.kind],
    question: turn.question || guide.question,
    values: { answer: turn.answer, task: guide.question },
    ...commonOf(body, guide),
  });
}

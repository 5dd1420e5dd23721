import { z } from 'zod';
import { GUIDES } from '#config/guides.ts';
import {
  ClipPromptBody,
  PredefinedBody,
  PromptsBody,
  SuggestedPrompts,
} from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import { Guides } from '#core/contract/guides.ts';
import {
  clipGuide,
  creatorGuide,
  followUp,
  predefined,
  prompts,
  researcherGuide,
  studentGuide,
} from '../../answer/features.ts';
import { route, type Call, type Route } from '../../http/route.ts';
import type { Answering, Wanted } from './answering.ts';
import type { AskedSources } from './asked-sources.ts';
import type { Turns } from './turns.ts';

export interface GuideRoutePorts {
  answering: Answering;
  asked: AskedSources;
  turns: Turns;
}
type CatalogueGuide = (typeof GUIDES)[keyof Guides][number];
type GuideCall<B extends z.ZodType> = Call<typeof OneGuide, undefined, B>;

const OneGuide = z.object({ id: z.coerce.number().int() });
const OVER_ALL = [...GUIDES.bottom, ...GUIDES.smartGuide];
/** A clip is asked about by those of its own kind, and by the ids of the others that theirs leave free. */
const OVER_CLIP = [...GUIDES.followUps, ...GUIDES.bottom];

function chosen(list: readonly CatalogueGuide[], id: number): CatalogueGuide {
  const guide = list.find((it) => it.id === id);
  if (!guide)
    throw new Fault('absent', {
      message: 'There is no such prompt. GET ai/v2/guides lists those that there are.',
    });
  return guide;
}
const withOwnWords = (guide: CatalogueGuide, own: string | undefined): string =>
  own ? `${guide.question}\n\n${own}` : guide.question;

/** Prompts that are chosen, not written: predefined ones, those about a clip, and those for a kind of reader. */
export function guideRoutes({ answering, asked, turns }: GuideRoutePorts): Route[] {
  type Asked = z.output<typeof PredefinedBody>;
  const asWell = (
    body: Pick<Asked, 'model' | 'question' | 'thread_node_id'>,
    guide: CatalogueGuide,
  ): Pick<Wanted<unknown>, 'model' | 'shown' | 'threadNodeId'> => ({
    model: body.model,
    shown: body.question || guide.question,
    threadNodeId: body.thread_node_id,
  });

  async function overAll(
    { body, ...caller }: Pick<GuideCall<typeof PredefinedBody>, 'user' | 'koa' | 'signal' | 'body'>,
    guide: CatalogueGuide,
    byKind: typeof predefined,
  ): Promise<void> {
    const thread = await asked.thread(caller.user._id, body.thread_id);
    const sources = await asked.readable(thread, body.sources);
    await answering.stream(caller, {
      thread,
      sources,
      feature: byKind[guide.kind],
      question: withOwnWords(guide, body.user_query),
      ...asWell(body, guide),
    });
  }
  async function aboutClip(
    { body, ...caller }: Pick<GuideCall<typeof ClipPromptBody>, 'user' | 'koa' | 'signal' | 'body'>,
    guide: CatalogueGuide,
  ): Promise<void> {
    const thread = await asked.thread(caller.user._id, body.thread_id);
    const { about, sources } = await asked.clip(thread, body, body.sources);
    await answering.stream(caller, {
      thread,
      sources,
      about,
      feature: clipGuide[guide.kind],
      question: withOwnWords(guide, body.user_query),
      ...asWell(body, guide),
    });
  }
  async function after(
    { body, ...caller }: Pick<GuideCall<typeof PredefinedBody>, 'user' | 'koa' | 'signal' | 'body'>,
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
        message: 'There is no answer to follow. Name it by thread_node_id, or give it as content.',
        details: [{ field: 'thread_node_id', message: 'There is no answer of yours here.' }],
      });
    await answering.stream(caller, {
      thread,
      sources,
      feature: followUp[guide.kind],
      question: turn.question || guide.question,
      values: { answer: turn.answer, task: guide.question },
      ...asWell(body, guide),
    });
  }

  const forClips = (path: string, summary: string, list: readonly CatalogueGuide[]): Route =>
    route({
      method: 'post',
      path: `ai/v2/predefined/${path}/:id`,
      summary,
      params: OneGuide,
      body: ClipPromptBody,
      response: 'text/event-stream',
      handle: (call) => aboutClip(call, chosen([...list, ...OVER_CLIP], call.params.id)),
    });
  const forReaders = (
    role: 'student' | 'creator' | 'researcher',
    summary: string,
    byKind: typeof predefined,
  ): Route =>
    route({
      method: 'post',
      path: `ai/v2/${role}/:id`,
      summary,
      params: OneGuide,
      body: PredefinedBody,
      response: 'text/event-stream',
      handle: (call) => overAll(call, chosen(GUIDES[role], call.params.id), byKind),
    });
  return [
    route({
      method: 'get',
      path: 'ai/v2/guides',
      summary: 'The prompts that can be chosen, by where they are offered',
      response: Guides,
      handle: () => Promise.resolve(GUIDES),
    }),
    route({
      method: 'post',
      path: 'ai/v2/get/prompts',
      summary: 'Questions that the selected sources answer',
      body: PromptsBody,
      response: SuggestedPrompts,
      async handle({ user, body, signal }) {
        const thread = await asked.thread(user._id, body.thread_id);
        const sources = await asked.readable(thread, body.sources);
        return {
          data: (
            await answering.make(
              { user, signal },
              { thread, feature: prompts, sources, model: body.model, question: '' },
            )
          ).value,
        };
      },
    }),
    route({
      method: 'post',
      path: 'ai/v2/predefined/prompts/:id',
      summary:
        'A predefined prompt over the selected sources, over a clip, or after an answer; streamed and cited',
      params: OneGuide,
      body: PredefinedBody,
      response: 'text/event-stream',
      handle(call) {
        const { body, params } = call;
        const follows = GUIDES.followUps.find((it) => it.id === params.id);
        if (follows) return after(call, follows);
        const guide = chosen(OVER_ALL, params.id);
        const { source_id, content } = body;
        return source_id !== undefined && content !== undefined
          ? aboutClip({ ...call, body: { ...body, source_id, content } }, guide)
          : overAll(call, guide, predefined);
      },
    }),
    forClips(
      'child',
      'A predefined prompt about a clip of a video or a page, streamed and cited',
      GUIDES.child,
    ),
    forClips(
      'pdf-child',
      'A predefined prompt about a clip of a PDF, streamed and cited',
      GUIDES.pdfChild,
    ),
    forReaders('student', 'A guide for who learns, streamed and cited', studentGuide),
    forReaders('creator', 'A guide for who publishes, streamed and cited', creatorGuide),
    forReaders('researcher', 'A guide for who does research, streamed and cited', researcherGuide),
  ];
}

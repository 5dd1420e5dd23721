import { z } from 'zod';
import { Answer, AnswerResult, Feedback, FeedbackBody } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import { AnswerId } from '#core/contract/id.ts';
import { readerRoute, route, type Route } from '../../http/route.ts';
import type { AnswerService } from './answer-service.ts';
import type { Answers } from './answers.ts';
import type { AskedSources } from './asked-sources.ts';

export interface AnswerRoutePorts {
  answers: Answers;
  answerService: AnswerService;
  asked: AskedSources;
}
const OneAnswer = z.object({ id: AnswerId });

/** Stored answers: read, followed, rated, deleted. */
export function answerRoutes(ports: AnswerRoutePorts): Route[] {
  return [...oneAnswerRoutes(ports), threadAnswersRoute(ports), feedbackRoute(ports)];
}

function oneAnswerRoutes({ answers, answerService }: AnswerRoutePorts): Route[] {
  return [
    route({
      method: 'get',
      path: 'ai/v2/answers/:id',
      summary: 'A complete answer; with Last-Event-ID, the rest of its stream',
      params: OneAnswer,
      response: AnswerResult,
      async handle({ user, params, koa, signal }) {
        const answer = await answers.owned(user._id, params.id);
        const after = koa.get('Last-Event-ID');
        if (after !== '')
          answerService.follow(
            { user, koa, signal },
            params.id,
            Math.max(0, Number.parseInt(after, 10) || 0),
          );
        const { answer: fullText, question } = answer;
        return { ...answer, fullText, variables: { question } };
      },
    }),
    route({
      method: 'post',
      path: 'ai/v2/answers/:id/stop',
      summary: 'Stops an answer in progress; the text so far is saved',
      params: OneAnswer,
      response: Answer,
      async handle({ user, params }) {
        await answerService.stop((await answers.owned(user._id, params.id))._id);
        return answers.owned(user._id, params.id);
      },
    }),
    route({
      method: 'delete',
      path: 'ai/v2/answers/:id',
      summary: 'Deletes an answer',
      params: OneAnswer,
      response: z.object({ _id: z.string() }),
      async handle({ user, params }) {
        const answer = await answers.owned(user._id, params.id);
        await answerService.stop(answer._id);
        await answers.remove(answer);
        return { _id: params.id };
      },
    }),
  ];
}

const threadAnswersRoute = ({ answers, asked }: AnswerRoutePorts): Route =>
  readerRoute({
    method: 'get',
    path: 'threads/:id/answers',
    summary:
      'Answers of a thread, oldest first: the conversation, or the answers of a feature or block',
    params: z.object({ id: z.string().max(200) }),
    query: z.object({
      feature: z.string().max(64).optional(),
      thread_node_id: z.string().max(200).optional(),
    }),
    response: z.object({ docs: z.array(Answer) }),
    async handle({ user, params, query }) {
      const thread = await asked.thread(user?._id, params.id);
      // People with only the link see answers of the owner and of members, and their own.
      const askers =
        thread.role === 'reader'
          ? [...(await asked.people(thread)), ...(user ? [user._id] : [])]
          : undefined;
      return {
        docs: await answers.ofThread(thread.id, {
          feature: query.feature,
          threadNodeId: query.thread_node_id,
          askers,
        }),
      };
    },
  });

const feedbackRoute = ({ answers, asked }: AnswerRoutePorts): Route =>
  route({
    method: 'post',
    path: 'ai/v2/feedback',
    summary: 'Rates an answer, once',
    body: FeedbackBody,
    response: z.object({ answer_id: AnswerId, feedback: Feedback }),
    async handle({ user, body }) {
      const thread = await asked.thread(user._id, body.thread_id);
      const answer = await answers.ofNode(thread.id, user._id, body.thread_node_id);
      if (!answer)
        throw new Fault('absent', {
          message: 'Answer not found in this thread.',
        });
      await answers.rate(answer._id, body.value);
      return { answer_id: answer._id, feedback: body.value };
    },
  });

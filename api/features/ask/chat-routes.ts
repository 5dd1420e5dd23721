import { AskBody, ClipChatBody } from '#core/contract/ask.ts';
import { chatClip, chatThread } from '../../answer/features.ts';
import { route, type Route } from '../../http/route.ts';
import type { Answering } from './answering.ts';
import type { AskedSources } from './asked-sources.ts';
import type { Turns } from './turns.ts';

export interface ChatRoutePorts {
  answering: Answering;
  asked: AskedSources;
  turns: Turns;
}

/** Questions in a person's own words: to the thread's sources, and about a clip. */
export function chatRoutes({ answering, asked, turns }: ChatRoutePorts): Route[] {
  const aboutClip = (path: string, summary: string): Route =>
    route({
      method: 'post',
      path,
      summary,
      body: ClipChatBody,
      response: 'text/event-stream',
      async handle({ user, body, koa, signal }) {
        const thread = await asked.thread(user._id, body.thread_id);
        const { about, sources } = await asked.clip(thread, body, body.sources);
        const history = await turns.before(thread.id, user._id, sources, body.thread_node_id);
        await answering.stream(
          { user, koa, signal },
          {
            thread,
            feature: chatClip,
            sources,
            model: body.model,
            question: body.user_query,
            threadNodeId: body.thread_node_id,
            about,
            history,
          },
        );
      },
    });
  return [
    route({
      method: 'post',
      path: 'ai/v2/chat/thread',
      summary: 'Answers a question from the selected sources, streamed, every claim cited',
      body: AskBody,
      response: 'text/event-stream',
      async handle({ user, body, koa, signal }) {
        const thread = await asked.thread(user._id, body.thread_id);
        const sources = await asked.readable(thread, body.sources);
        const history = await turns.before(thread.id, user._id, sources, body.thread_node_id);
        await answering.stream(
          { user, koa, signal },
          {
            thread,
            feature: chatThread,
            sources,
            model: body.model,
            question: body.user_query,
            threadNodeId: body.thread_node_id,
            history,
          },
        );
      },
    }),
    aboutClip(
      'ai/v2/chat/clip',
      'Answers a question about a clip of a video or a page, streamed and cited',
    ),
    aboutClip(
      'ai/v2/chat/pdf-clip',
      'Answers a question about a clip of a PDF, streamed and cited',
    ),
  ];
}

import { AskBody, ClipChatBody, LibraryBody } from '#core/contract/ask.ts';
import type { OfflineInput, TextFeature } from '../../../../answer/contract.ts';
import { answerOffline } from '../../../../answer/offline/answer.ts';
import { route, type Route } from '../../../../http/route.ts';
import type { AiFeatureModule, AiFeaturePorts } from '../ai-feature.ts';

const answered = ({ question, passages, about }: OfflineInput): Iterable<string> =>
  answerOffline(question, passages, about?.text);

export const chatThread: TextFeature = {
  name: 'chat-thread',
  prompt: new URL('thread.md', import.meta.url),
  task: 'answer',
  gather: 'question',
  offline: answered,
};
const chatLibrary: TextFeature = { ...chatThread, name: 'chat-library' };
const chatClip: TextFeature = {
  name: 'chat-clip',
  prompt: new URL('clip.md', import.meta.url),
  task: 'answer',
  gather: 'about',
  offline: answered,
};

/** Each question is independent. */
const libraryRoute = ({ answerService, librarySources }: AiFeaturePorts): Route =>
  route({
    method: 'post',
    path: 'ai/v2/chat/library',
    summary:
      'Answers a question from the library, or from what tags, a search or threads name of it, streamed and cited',
    body: LibraryBody,
    response: 'text/event-stream',
    async handle({ user, body, koa, signal }) {
      const { query, scope, model } = body;
      const { library, sources } = await librarySources.closest(user._id, query, scope, signal);
      await answerService.stream(
        { user, koa, signal },
        { thread: library, feature: chatLibrary, sources, model, question: query },
      );
    },
  });

/** Questions in a person's own words: to the thread's sources, to the library, and about a clip. */
function routes(ports: AiFeaturePorts): Route[] {
  const { answerService, asked, turns } = ports;
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
        await answerService.stream(
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
        await answerService.stream(
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
    libraryRoute(ports),
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

export const chat: AiFeatureModule = { features: [chatThread, chatLibrary, chatClip], routes };

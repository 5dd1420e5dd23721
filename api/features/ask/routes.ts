import { z } from 'zod';
import { Answer, AskBody, TitleBody, type AnswerEvent } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import { AnswerId } from '#core/contract/id.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import type { Log } from '#config/log.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import type { AnswerEngine } from '../../answer/engine.ts';
import { chatThread, title } from '../../answer/features.ts';
import { route, type Route } from '../../http/route.ts';
import { openEvents } from '../../http/sse.ts';
import type { Threads, ThreadRow } from '../threads/index.ts';
import type { Answers } from './answers.ts';
import { LiveAnswer } from './live-answer.ts';

export interface AskRoutePorts { answers: Answers; threads: Threads; library: Library; engine: AnswerEngine; log: Log }
const OneAnswer = z.object({ id: AnswerId });
/** At most so many answers at once for one person. */
const MAX_STREAMS = 3;

export function askRoutes({ answers, threads, library, engine, log }: AskRoutePorts): Route[] {
  const live = new Map<AnswerId, { answer: LiveAnswer; ownerId: string }>();

  /** The asked sources that the thread holds and that can be read. Faults: `no_source_selected`, `not_ready`. */
  async function readable(thread: ThreadRow, asked: readonly SourceId[]): Promise<SourceRow[]> {
    const held = new Set(await threads.sourcesOf(thread.id));
    const rows = await library.ofOwner(thread.ownerId, asked.filter((id) => held.has(id)));
    if (rows.length === 0) throw new Fault('no_source_selected', { message: 'No source selected. Choose at least one source of this thread.' });
    const ready = rows.filter((row) => row.embeddingStatus === EmbeddingStatus.ready || row.readyThrough !== null);
    if (ready.length === 0) throw new Fault('not_ready');
    return ready;
  }

  /** Plays an answer to one client; the client leaving is a listener less. */
  function stream(answer: LiveAnswer, koa: Parameters<typeof openEvents>[0], signal: AbortSignal, after: number): void {
    const sink = openEvents(koa);
    const leave = answer.listen((event: AnswerEvent, id) => sink.send(event.event, event.data, String(id)), after);
    signal.addEventListener('abort', leave, { once: true });
    void answer.finished.then(() => sink.end());
  }

  return [
    route({
      method: 'post', path: 'ai/v2/chat/thread', summary: 'Answers a question from the selected sources, streamed, every claim cited', body: AskBody, response: 'text/event-stream',
      async handle({ user, body, koa, signal }) {
        const thread = await threads.visible(user._id, body.thread_id);
        const sources = await readable(thread, body.sources);
        if ([...live.values()].filter((it) => it.ownerId === user._id).length >= MAX_STREAMS) {
          throw new Fault('rate_limited', { message: 'Three answers are being written already. Wait for one to end, or stop it.', retryAfterS: 5 });
        }
        const begun = await answers.begin({ threadId: thread.id, ownerId: user._id, question: body.user_query, sources: sources.map((source) => source.id) });
        const make = async function* (stop: AbortSignal): AsyncIterable<AnswerEvent> {
          const events = engine.answer(chatThread, {
            question: body.user_query, model: body.model, ownerId: thread.ownerId, signal: stop,
            sources: sources.map((row) => ({ _id: row.id, title: row.title, medium: row.medium, sourceType: row.kind, language: row.facts.language ?? 'und' })),
          });
          for await (const event of events) {
            if (event.event === 'done') yield { event: 'ai_usage', data: { usage_left: { question_n_answers: null } } };
            yield event;
          }
        };
        const answer = new LiveAnswer(begun, make, (it) => answers.keep(it), log);
        live.set(begun._id, { answer, ownerId: user._id });
        void answer.finished.then(() => live.delete(begun._id));
        stream(answer, koa, signal, 0);
      },
    }),
    route({
      method: 'post', path: 'ai/v2/title', summary: 'A short title for a sentence', body: TitleBody, response: z.object({ title: z.string() }),
      async handle({ user, body, signal }) {
        await threads.visible(user._id, body.thread_id);
        try {
          return { title: (await engine.make(title, { question: body.sentence, model: body.model, ownerId: user._id, sources: [], signal })).value };
        } catch (error) {
          log.warn({ err: error }, 'no title could be made');
          return { title: 'Untitled' };
        }
      },
    }),
    route({
      method: 'get', path: 'ai/v2/answers/:id', summary: 'An answer whole; with Last-Event-ID, the rest of its stream', params: OneAnswer, response: Answer,
      async handle({ user, params, koa, signal }) {
        const answer = await answers.owned(user._id, params.id);
        const after = koa.get('Last-Event-ID');
        const running = live.get(params.id);
        if (after !== '' && running) stream(running.answer, koa, signal, Math.max(0, Number.parseInt(after, 10) || 0));
        return answer;
      },
    }),
    route({
      method: 'delete', path: 'ai/v2/answers/:id', summary: 'Deletes an answer', params: OneAnswer, response: z.object({ _id: z.string() }),
      async handle({ user, params }) {
        await answers.remove(await answers.owned(user._id, params.id));
        return { _id: params.id };
      },
    }),
    route({
      method: 'get', path: 'threads/:id/answers', summary: 'Answers of a thread, oldest first', params: z.object({ id: z.string().max(200) }), response: z.object({ docs: z.array(Answer) }),
      async handle({ user, params }) { return { docs: await answers.ofThread((await threads.visible(user._id, params.id)).id) }; },
    }),
  ];
}

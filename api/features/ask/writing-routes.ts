import { z } from 'zod';
import { NOTE_TYPES, NotesBody, SummaryBody, TitleBody } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import { noteFeatures, summary, title } from '../../answer/features.ts';
import { route, type Route } from '../../http/route.ts';
import type { Answering } from './answering.ts';
import type { AskedSources } from './asked-sources.ts';

export interface WritingRoutePorts {
  answering: Answering;
  asked: AskedSources;
}

/** What the assistant writes for the notes: notes of a type, summaries, titles. */
export function writingRoutes({ answering, asked }: WritingRoutePorts): Route[] {
  return [
    route({
      method: 'post',
      path: 'ai/v2/notes/:keyId',
      summary:
        'Notes of a type from the selected sources, streamed and cited; with another key, the same anew',
      params: z.object({ keyId: z.coerce.number().int() }),
      body: NotesBody,
      response: 'text/event-stream',
      async handle({ user, params, body, koa, signal }) {
        const type = NOTE_TYPES.find((it) => it.id === params.keyId);
        const feature = type && noteFeatures.get(type.name);
        if (!feature)
          throw new Fault('absent', {
            message: `There is no such type of notes. There are ${NOTE_TYPES.map((it) => `${it.id} (${it.name})`).join(', ')}.`,
          });
        const thread = await asked.writable(user._id, body.thread_id);
        const sources = await asked.readable(thread, body.sources);
        await answering.stream(
          { user, koa, signal },
          {
            thread,
            feature,
            sources,
            model: body.model,
            question: body.note_title || type.name,
            threadNodeId: body.thread_node_id,
          },
        );
      },
    }),
    route({
      method: 'post',
      path: 'summarize-video/:id',
      summary: 'A summary of a thread’s video, streamed and cited; it can take one to two minutes',
      params: z.object({ id: z.literal('7') }),
      body: SummaryBody,
      response: 'text/event-stream',
      async handle({ user, body, koa, signal }) {
        const thread = await asked.thread(user._id, body.thread_id);
        const readable = await asked.readable(thread, body.sources);
        const videos = body.sources ? [] : readable.filter((row) => row.medium === 'timed');
        await answering.stream(
          { user, koa, signal },
          {
            thread,
            feature: summary,
            sources: videos.length > 0 ? videos : readable,
            model: body.model,
            question: 'Summary',
            threadNodeId: body.thread_node_id,
          },
        );
      },
    }),
    route({
      method: 'post',
      path: 'ai/v2/title',
      summary: 'A short title for a sentence',
      body: TitleBody,
      response: z.object({ title: z.string() }),
      async handle({ user, body, signal }) {
        const thread = await asked.thread(user._id, body.thread_id);
        return {
          title: (
            await answering.make(
              { user, signal },
              { thread, feature: title, sources: [], model: body.model, question: body.sentence },
            )
          ).value,
        };
      },
    }),
  ];
}

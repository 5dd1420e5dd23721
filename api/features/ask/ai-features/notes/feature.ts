import { z } from 'zod';
import { NOTE_TYPES, NotesBody, type NoteType } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { TextFeature } from '../../../../answer/contract.ts';
import { notesOffline } from '../../../../answer/offline/notes.ts';
import { route } from '../../../../http/route.ts';
import type { AiFeatureModule } from '../ai-feature.ts';

const ofType = (name: string, type: NoteType): [NoteType, TextFeature] => [
  type,
  {
    name: `notes-${name}`,
    prompt: new URL(`${name}.md`, import.meta.url),
    task: 'write',
    gather: 'whole',
    offline: notesOffline(type),
  },
];
const BY_TYPE: ReadonlyMap<NoteType, TextFeature> = new Map([
  ofType('auto', 'Auto Notes'),
  ofType('study-guide', 'Study Guide'),
  ofType('exam-prep', 'Exam Prep Notes'),
  ofType('qa-sheet', 'Q&A Sheet'),
  ofType('chapters', 'Chapter Breakdown'),
  ofType('deep-dive', 'Deep Dive'),
  ofType('terms', 'Term Tracker'),
]);

/** Notes of a type for the notes of a thread. */
export const notes: AiFeatureModule = {
  features: [...BY_TYPE.values()],
  routes: ({ answerService, asked }) => [
    route({
      method: 'post',
      path: 'ai/v2/notes/:keyId',
      summary:
        'Writes notes of a type from the selected sources, streamed and cited; another key generates them again',
      params: z.object({ keyId: z.coerce.number().int() }),
      body: NotesBody,
      response: 'text/event-stream',
      async handle({ user, params, body, koa, signal }) {
        const type = NOTE_TYPES.find((it) => it.id === params.keyId);
        const feature = type && BY_TYPE.get(type.name);
        if (!feature)
          throw new Fault('absent', {
            message: `Unknown type of notes. Use one of ${NOTE_TYPES.map((it) => `${it.id} (${it.name})`).join(', ')}.`,
          });
        const thread = await asked.writable(user._id, body.thread_id);
        const sources = await asked.readable(thread, body.sources);
        await answerService.stream(
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
  ],
};

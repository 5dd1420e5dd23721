import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { SourceId } from '#core/contract/id.ts';
import { Source, Transcript } from '#core/contract/source.ts';
import {
  giveOwnTranscript,
  readTranscript,
  type Database,
  type FileStore,
  type Library,
  type SourceRow,
} from '#pipeline/library/index.ts';
import type { Queue } from '#pipeline/queue/index.ts';
import { route, type Route } from '../../http/route.ts';
import type { Sources } from './sources.ts';

export interface TranscriptRoutePorts {
  sources: Sources;
  database: Database;
  library: Library;
  files: FileStore;
  queue: Queue;
  present(row: SourceRow): Source;
}

const OneSource = z.object({ id: SourceId });
const OwnTranscript = z.object({
  text: z.string().min(1).max(5_000_000, 'At most 5 MB.'),
  format: z.enum(['srt', 'vtt', 'json', 'auto']).default('auto'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'A language code, such as en or pt-BR.')
    .max(35)
    .optional(),
});
/** Enough for text in which every character is escaped. */
const LONGEST_BODY = '30mb';

export function transcriptRoutes({
  sources,
  database,
  library,
  files,
  queue,
  present,
}: TranscriptRoutePorts): Route[] {
  const video = async (...of: Parameters<Sources['owned']>): Promise<SourceRow> => {
    const source = await sources.owned(...of);
    if (source.medium !== 'timed')
      throw new Fault('no_transcript', { message: 'Only videos have a transcript.' });
    return source;
  };
  return [
    route({
      method: 'get',
      path: 'sources/:id/transcript',
      summary: 'Transcript and chapters of a video, in seconds',
      params: OneSource,
      response: Transcript,
      async handle({ user, params }) {
        return readTranscript(library, files, await video(user._id, params.id));
      },
    }),
    route({
      method: 'put',
      path: 'sources/:id/transcript',
      summary:
        'Replaces the transcript of a video with your own (SRT, WebVTT, JSON, or lines with times)',
      params: OneSource,
      body: OwnTranscript,
      takes: { jsonLimit: LONGEST_BODY },
      response: Source,
      async handle({ user, params, body }) {
        const source = await video(user._id, params.id);
        const blob = await files.putBlob(new TextEncoder().encode(JSON.stringify(body)));
        await database.write(async (transaction) => {
          const now = await library.find(source.id, transaction);
          // The same transcript again, which is processed already or will be.
          if (!now || (now.pendingPatch?.facts ?? now.facts).ownTranscriptKey === blob.key) return;
          await queue.cancel(now.id, { transaction });
          const version = await giveOwnTranscript(
            library,
            now,
            { key: blob.key, size: blob.size },
            transaction,
          );
          await queue.enqueue([{ sourceId: now.id, version, stage: 'extract' }], { transaction });
        });
        return present(await sources.owned(user._id, source.id));
      },
    }),
  ];
}

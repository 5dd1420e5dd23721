import { fileURLToPath } from 'node:url';
import type { User } from '#core/contract/account.ts';
import type { Answer } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import { SAMPLE_TITLE } from '#core/contract/thread.ts';
import type { Log } from '#config/log.ts';
import { readSnapshot, type FileStore, type Library, type SourceRow } from '#pipeline/library/index.ts';
import type { AnswerEngine } from '../../answer/engine.ts';
import { chatThread } from '../../answer/features.ts';
import type { CollabServer } from '../../collab/index.ts';
import { foldAnswer, type Answers } from '../ask/index.ts';
import type { Sources } from '../sources/index.ts';
import type { Threads, ThreadRow } from '../threads/index.ts';
import { sampleNotes, type ReadSource } from './sample-notes.ts';

export const SAMPLES_DIR = fileURLToPath(new URL('./files', import.meta.url));
const QUESTION = 'Does rereading help me to remember after a week?';
const FILES = ['lecture.html', 'learning-that-lasts.pdf', 'forgetting-curve.html', 'practice-schedule.html'] as const;
const LOOK_MS = 1_000;

export interface SamplePorts {
  owner: User; threads: Threads; sources: Sources; library: Library; files: FileStore; answers: Answers; collab: CollabServer;
  /** the offline one: a first start costs nothing */ engine: AnswerEngine;
  /** called as soon as the thread is there */ onThread(): void;
  contentUrl: string; signal: AbortSignal; log: Log;
  /** whether this was done before, and to say that it is */ mark: { isDone(): Promise<boolean>; done(): Promise<void> };
}

/** Settles when the source does, whichever process reads it. Aborts with the signal. */
async function settled(library: Library, source: SourceRow, signal: AbortSignal): Promise<SourceRow> {
  for (;;) {
    signal.throwIfAborted();
    const now = await library.find(source.id);
    if (!now || now.embeddingStatus > EmbeddingStatus.ready) throw new Fault('internal', { message: `A sample could not be read: ${now?.errorMessage ?? 'it is gone'}` });
    if (now.embeddingStatus === EmbeddingStatus.ready) return now;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = library.onChange((id) => { if (id === source.id) resolve(); });
    const timer = setTimeout(resolve, LOOK_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    stop();
  }
}

async function answerOnce({ answers, engine, owner, signal }: SamplePorts, thread: ThreadRow, rows: readonly SourceRow[]): Promise<Answer> {
  const had = (await answers.ofThread(thread.id)).find((answer) => answer.question === QUESTION && answer.state === 'done');
  if (had) return had;
  const answer = await answers.begin({ threadId: thread.id, ownerId: owner._id, question: QUESTION, sources: rows.map((row) => row.id) });
  const sources = rows.map((row) => ({ _id: row.id, title: row.title, medium: row.medium, sourceType: row.kind, language: row.facts.language ?? 'und' }));
  for await (const event of engine.answer(chatThread, { question: QUESTION, model: 5, ownerId: owner._id, sources, signal })) {
    foldAnswer(answer, event);
  }
  await answers.keep(answer);
  return answer;
}

/** The first start's thread, through the same doors as any other. Each step may run twice: what is there is not made again. Returns whether it was made now. */
export async function seedSampleThread(ports: SamplePorts): Promise<boolean> {
  const { owner, threads, sources, library, files, collab, contentUrl, signal, mark } = ports;
  if (await mark.isDone()) return false;
  const begun = await threads.byTitle(owner._id, SAMPLE_TITLE);
  if (!begun && await threads.count(owner._id) > 0) {
    await mark.done();
    return false;
  }
  const thread = begun ?? await threads.create(owner._id, SAMPLE_TITLE);
  ports.onThread();
  const added = await sources.add(thread, FILES.map((name) => ({ url: `${contentUrl}/samples/${name}` })), new Map());
  const rows = await Promise.all(added.map((source) => settled(library, source, signal)));
  const read = await Promise.all(rows.map(async (row): Promise<ReadSource> => ({ id: row.id, title: row.title, segments: (await readSnapshot(library, files, row)).segments })));
  const [lecture, guide, curve, schedule] = read as [ReadSource, ReadSource, ReadSource, ReadSource];
  const answer = await answerOnce(ports, thread, rows);
  const notes = sampleNotes({ lecture, guide, curve, schedule }, answer);
  const { content } = await collab.readDocument(thread.id);
  if (!content?.some((node) => node.type === 'ai-chat')) await collab.appendBlocks(thread.id, notes);
  await mark.done();
  return true;
}

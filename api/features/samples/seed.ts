import { fileURLToPath } from 'node:url';
import type { Answer } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import { SAMPLE_TITLE } from '#core/contract/thread.ts';
import type { Log } from '#config/log.ts';
import {
  readSnapshot,
  type FileStore,
  type Library,
  type SourceRow,
} from '#pipeline/library/index.ts';
import type { AnswerEngine } from '../../answer/engine.ts';
import { chatThread } from '../ask/index.ts';
import type { CollabServer } from '../../collab/index.ts';
import { foldAnswer, type Answers } from '../ask/index.ts';
import type { Sources } from '../sources/index.ts';
import type { Threads, ThreadRow } from '../threads/index.ts';
import { sampleNotes, type ReadSource } from './sample-notes.ts';

export const SAMPLES_DIR = fileURLToPath(new URL('./files', import.meta.url));
const QUESTION = 'Does rereading help me to remember after a week?';
const FILES = [
  'lecture.html',
  'learning-that-lasts.pdf',
  'forgetting-curve.html',
  'practice-schedule.html',
] as const;
const LOOK_MS = 1_000;

export interface SamplePorts {
  threads: Threads;
  sources: Sources;
  library: Library;
  files: FileStore;
  answers: Answers;
  collab: CollabServer;
  /** the offline one: a first start costs nothing */
  engine: AnswerEngine;
  contentUrl: string;
  signal: AbortSignal;
  log: Log;
}
/** Whether a thing was done before, and to say that it is. */
export interface Mark {
  isDone(): Promise<boolean>;
  done(): Promise<void>;
}
const BEGUN: Mark = { isDone: () => Promise.resolve(false), done: () => Promise.resolve() };

/** Settles when the source does, whichever process reads it. Aborts with the signal. */
async function settled(
  library: Library,
  source: SourceRow,
  signal: AbortSignal,
): Promise<SourceRow> {
  for (;;) {
    signal.throwIfAborted();
    const now = await library.find(source.id);
    if (!now || now.embeddingStatus > EmbeddingStatus.ready)
      throw new Fault('internal', {
        message: `A sample could not be read: ${now?.errorMessage ?? 'it is gone'}`,
      });
    if (now.embeddingStatus === EmbeddingStatus.ready) return now;
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = library.onChange((id) => {
      if (id === source.id) resolve();
    });
    const timer = setTimeout(resolve, LOOK_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
    stop();
  }
}

async function answerOnce(
  { answers, engine, signal }: SamplePorts,
  thread: ThreadRow,
  rows: readonly SourceRow[],
): Promise<Answer> {
  const had = (await answers.ofThread(thread.id)).find(
    (answer) => answer.question === QUESTION && answer.state === 'done',
  );
  if (had) return had;
  const answer = await answers.begin({
    threadId: thread.id,
    ownerId: thread.ownerId,
    question: QUESTION,
    sources: rows.map((row) => row.id),
  });
  const sources = rows.map((row) => ({
    _id: row.id,
    title: row.title,
    medium: row.medium,
    sourceType: row.kind,
    language: row.facts.language ?? 'und',
  }));
  for await (const event of engine.answer(chatThread, {
    question: QUESTION,
    model: 5,
    ownerId: thread.ownerId,
    sources,
    signal,
  })) {
    foldAnswer(answer, event);
  }
  await answers.keep(answer);
  return answer;
}

/**
 * The row that locks the creation of a sample thread: one process at a time, until that process
 * ends.
 */
const MAKER = 'sample-thread';

/** Does the work, which says whether it was still to do, unless another server is at it. */
async function alone(
  { answers }: SamplePorts,
  thread: ThreadRow,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    await answers.begin({
      threadId: thread.id,
      ownerId: thread.ownerId,
      question: QUESTION,
      sources: [],
      feature: MAKER,
      threadNodeId: MAKER,
    });
  } catch (error) {
    if (error instanceof Fault && error.code === 'generating') return false;
    throw error;
  }
  try {
    return await work();
  } finally {
    // Includes locks of servers that stopped halfway.
    for (const it of await answers.ofThread(thread.id, { threadNodeId: MAKER }))
      await answers.remove(it);
  }
}

/**
 * Everybody's first thread, through the same doors as any other. Each step may run twice: what is
 * there is not made again. Returns whether it was made now, and here.
 */
async function seed(
  ports: SamplePorts,
  ownerId: UserId,
  mark: Mark,
  onThread: () => void,
): Promise<boolean> {
  const { threads } = ports;
  if (await mark.isDone()) return false;
  const begun = await threads.byTitle(ownerId, SAMPLE_TITLE);
  if (!begun && (await threads.count(ownerId)) > 0) {
    await mark.done();
    return false;
  }
  const thread = begun ?? (await threads.create(ownerId, SAMPLE_TITLE));
  onThread();
  return alone(ports, thread, async () => {
    // Another server may have made it since it was looked for.
    if (await mark.isDone()) return false;
    await fill(ports, thread);
    await mark.done();
    return true;
  });
}

async function fill(ports: SamplePorts, thread: ThreadRow): Promise<void> {
  const { sources, library, files, collab, contentUrl, signal } = ports;
  const added = await sources.add(
    thread,
    FILES.map((name) => ({ url: `${contentUrl}/samples/${name}` })),
    new Map(),
  );
  const rows = await Promise.all(added.map((source) => settled(library, source, signal)));
  const read = await Promise.all(
    rows.map(
      async (row): Promise<ReadSource> => ({
        id: row.id,
        title: row.title,
        segments: (await readSnapshot(library, files, row)).segments,
      }),
    ),
  );
  const [lecture, guide, curve, schedule] = read as [
    ReadSource,
    ReadSource,
    ReadSource,
    ReadSource,
  ];
  const answer = await answerOnce(ports, thread, rows);
  const notes = sampleNotes({ lecture, guide, curve, schedule }, answer);
  const { content } = await collab.readDocument(thread.id);
  if (!content?.some((node) => node.type === 'ai-chat'))
    await collab.appendBlocks(thread.id, notes);
}

export interface SampleShelf {
  /** The thread of the first start; `onThread` is called as soon as it is there. */
  first(owner: UserId, mark: Mark, onThread: () => void): Promise<boolean>;
  /** The thread of an account that was confirmed just now. */
  welcome(owner: UserId): void;
  /** Those that a server was making when it went. */
  goOn(): Promise<void>;
  /** when none is being made any more */
  settled(): Promise<void>;
}

/** how long ago a server may have gone while it made one */
const LATELY_MS = 3600_000;

export function createSampleShelf(ports: SamplePorts): SampleShelf {
  const { threads, answers, log, signal } = ports;
  const making = new Map<UserId, Promise<boolean>>();
  function make(
    owner: UserId,
    mark = BEGUN,
    onThread: () => void = () => undefined,
  ): Promise<boolean> {
    const there =
      making.get(owner) ??
      seed(ports, owner, mark, onThread)
        .catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error }, 'the sample thread was not made');
          return false;
        })
        .finally(() => {
          making.delete(owner);
          onThread();
        });
    making.set(owner, there);
    return there;
  }
  return {
    first: make,
    welcome(owner) {
      void make(owner);
    },
    async goOn() {
      try {
        const begun = await threads.calledSince(SAMPLE_TITLE, new Date(Date.now() - LATELY_MS));
        for (const { id, ownerId } of begun)
          if ((await answers.ofThread(id)).length === 0) void make(ownerId);
      } catch (error) {
        log.warn({ err: error }, 'whether sample threads are unfinished could not be looked for');
      }
    },
    async settled() {
      await Promise.all(making.values());
    },
  };
}

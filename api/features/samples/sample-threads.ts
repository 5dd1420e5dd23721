import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import { SAMPLE_TITLE } from '#core/contract/thread.ts';
import type { Log } from '#config/log.ts';
import { readSnapshot } from '#pipeline/library/index.ts';
import type { CollabServer } from '../../collab/index.ts';
import type { Answers } from '../ask/index.ts';
import type { ThreadRow } from '../threads/index.ts';
import type { ReadSource } from './locate-quote.ts';
import { answerSampleQuestion, SAMPLE_QUESTION } from './sample-answer.ts';
import { sampleNotes } from './sample-notes.ts';
import { restoreSamples, type RestorePorts } from './sample-snapshot.ts';

export interface SamplePorts extends RestorePorts {
  answers: Answers;
  collab: CollabServer;
  signal: AbortSignal;
  log: Log;
}
/** Records whether something was done. */
export interface Mark {
  isDone(): Promise<boolean>;
  done(): Promise<void>;
}
const BEGUN: Mark = { isDone: () => Promise.resolve(false), done: () => Promise.resolve() };

/** The row that locks the creation of a sample thread for one process, until that process ends. */
const MAKER = 'sample-thread';

/** Does the work, which returns whether it was still to do, unless another server is doing it. */
async function alone(
  { answers }: SamplePorts,
  thread: ThreadRow,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    await answers.begin({
      threadId: thread.id,
      ownerId: thread.ownerId,
      question: SAMPLE_QUESTION,
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
 * Creates the sample thread by the same functions as any other. Each step may run twice without
 * duplicates. Returns whether this call created it.
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
    // Another server may have created it since the check.
    if (await mark.isDone()) return false;
    await fill(ports, thread);
    await mark.done();
    return true;
  });
}

async function fill(ports: SamplePorts, thread: ThreadRow): Promise<void> {
  const { library, files, collab } = ports;
  const rows = await restoreSamples(ports, thread);
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
  const answer = await answerSampleQuestion(ports, thread, { lecture, guide, curve, schedule });
  const notes = sampleNotes({ lecture, guide, curve, schedule }, answer);
  const { content } = await collab.readDocument(thread.id);
  if (!content?.some((node) => node.type === 'ai-chat'))
    await collab.appendBlocks(thread.id, notes);
}

export interface SampleThreads {
  /** Creates the thread of the first start; `onThread` is called as soon as it exists. */
  first(owner: UserId, mark: Mark, onThread: () => void): Promise<boolean>;
  /** Creates the thread of a newly confirmed account. */
  welcome(owner: UserId): void;
  /** Completes threads that a stopped server left unfinished. */
  resume(): Promise<void>;
  /** Resolves when none is being created. */
  settled(): Promise<void>;
}

/** ms since a server may have stopped while it created one */
const LATELY_MS = 3600_000;

export function createSampleThreads(ports: SamplePorts): SampleThreads {
  const { threads, answers, log, signal } = ports;
  const making = new Map<UserId, Promise<boolean>>();
  function make(
    owner: UserId,
    mark = BEGUN,
    onThread: () => void = () => undefined,
  ): Promise<boolean> {
    const existing =
      making.get(owner) ??
      seed(ports, owner, mark, onThread)
        .catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error }, 'the sample thread could not be created');
          return false;
        })
        .finally(() => {
          making.delete(owner);
          onThread();
        });
    making.set(owner, existing);
    return existing;
  }
  return {
    first: make,
    welcome(owner) {
      void make(owner);
    },
    async resume() {
      try {
        const begun = await threads.calledSince(SAMPLE_TITLE, new Date(Date.now() - LATELY_MS));
        for (const { id, ownerId } of begun)
          if ((await answers.ofThread(id)).length === 0) void make(ownerId);
      } catch (error) {
        log.warn({ err: error }, 'could not check for unfinished sample threads');
      }
    },
    async settled() {
      await Promise.all(making.values());
    },
  };
}

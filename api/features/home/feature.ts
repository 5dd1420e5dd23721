import { Home, type OpenedSource, type RecentItem } from '#core/contract/home.ts';
import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { Source } from '#core/contract/source.ts';
import type { Log } from '#config/log.ts';
import type { Database, Library } from '#pipeline/library/index.ts';
import { createLatestNotes, createNotesReader } from '../../collab/index.ts';
import type { Feature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import type { Answers } from '../ask/index.ts';
import { plainAnswer } from '../search/index.ts';
import { presentReading, type ThreadName, type Threads } from '../threads/index.ts';
import { RecentClips, type RecentClip } from './recent-clips.ts';

export interface HomeParts {
  database: Database;
  library: Pick<Library, 'ofOwner'>;
  threads: Threads;
  answers: Answers;
  /** Sources of one owner, as the contract shows them, in the order of `ids`. */
  presentAll(ownerId: UserId, ids: readonly SourceId[]): Promise<Source[]>;
  log: Log;
}

const OPENED = 8;
const RECENT = 8;
/** A source that is open in several threads is shown once. */
const OPENED_ROWS = 3 * OPENED;
const TEXT_CHARS = 400;

/** Recent work of a person: the sources they opened last, and their latest clips and answers. */
export function createHomeFeature(parts: HomeParts): Feature {
  const { database, threads, answers, log } = parts;
  const clips = new RecentClips({
    latestNotes: createLatestNotes(database),
    readNotes: createNotesReader(database, log),
  });
  const recentClips = async (threadIds: readonly ThreadId[]) =>
    clips.of(threadIds, RECENT).catch((error: unknown) => {
      log.warn({ err: error }, 'the latest clips could not be read');
      return [];
    });
  return {
    name: 'home',
    routes: [
      route({
        method: 'get',
        path: 'home',
        summary: 'The sources you opened last, and your latest clips and answers',
        response: Home,
        async handle({ user }) {
          const owned = new Map((await threads.allOf(user._id)).map((it) => [it.id, it]));
          const [reading, clipped, answered] = await Promise.all([
            openedSources(parts, user._id, owned),
            recentClips([...owned.keys()]),
            answers.latestOf(user._id, RECENT),
          ]);
          const recent = [
            ...(await presentClips(parts, user._id, owned, clipped)),
            ...presentAnswers(
              answered,
              new Map(
                (await threads.some(answered.map((it) => it.thread_id))).map((it) => [it.id, it]),
              ),
            ),
          ];
          return {
            reading,
            recent: recent
              .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
              .slice(0, RECENT),
          };
        },
      }),
    ],
  };
}

type ById = ReadonlyMap<ThreadId, ThreadName>;

async function openedSources(
  { threads, presentAll }: Pick<HomeParts, 'threads' | 'presentAll'>,
  ownerId: UserId,
  owned: ById,
): Promise<OpenedSource[]> {
  const rows = await threads.sources.opened(ownerId, { limit: OPENED_ROWS });
  const last = rows.filter(
    (row, at) => rows.findIndex((it) => it.sourceId === row.sourceId) === at,
  );
  const sources = await presentAll(
    ownerId,
    last.map((it) => it.sourceId),
  );
  const byId = new Map(sources.map((it) => [it._id, it]));
  return last
    .flatMap((row): OpenedSource[] => {
      const source = byId.get(row.sourceId);
      const thread = owned.get(row.threadId);
      if (!source || !thread) return [];
      return [
        {
          source,
          thread_url: thread.url,
          thread_title: thread.title,
          reading: presentReading(source, row),
        },
      ];
    })
    .slice(0, OPENED);
}

const inThread = ({ id, url, title }: ThreadName) => ({
  thread_id: id,
  thread_url: url,
  thread_title: title,
});

async function presentClips(
  { library }: Pick<HomeParts, 'library'>,
  ownerId: UserId,
  owned: ById,
  clips: readonly RecentClip[],
): Promise<RecentItem[]> {
  const ids = [...new Set(clips.flatMap((it) => it.sourceId ?? []))];
  const rows = new Map((await library.ofOwner(ownerId, ids)).map((row) => [row.id, row]));
  return clips.flatMap(({ id, threadId, createdAt, text, sourceId, place }): RecentItem[] => {
    const thread = owned.get(threadId);
    const row = sourceId && rows.get(sourceId);
    if (!thread) return [];
    return [
      {
        kind: 'clip',
        _id: id,
        createdAt: new Date(createdAt).toISOString(),
        ...inThread(thread),
        text: text.slice(0, TEXT_CHARS),
        // A clip outlives its source.
        ...(row && { source_id: row.id, place, source_title: row.kept.title ?? row.title }),
      },
    ];
  });
}

function presentAnswers(
  answers: Awaited<ReturnType<Answers['latestOf']>>,
  threads: ById,
): RecentItem[] {
  return answers.flatMap(({ _id, thread_id, question, answer, createdAt }): RecentItem[] => {
    const thread = threads.get(thread_id);
    if (!thread) return [];
    return [
      {
        kind: 'answer',
        _id,
        createdAt,
        ...inThread(thread),
        question,
        text: plainAnswer(answer).slice(0, TEXT_CHARS),
      },
    ];
  });
}

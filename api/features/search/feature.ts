import type { Log } from '#config/log.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Database, Library } from '#pipeline/library/index.ts';
import { createSqliteIndex, type Retriever } from '#pipeline/search/index.ts';
import { createNoteMarks, createNotesReader } from '../../collab/index.ts';
import type { Feature } from '../../http/feature.ts';
import type { Answers } from '../ask/index.ts';
import type { Posts } from '../posts/index.ts';
import type { Threads } from '../threads/index.ts';
import { PersonalIndex } from './personal-index.ts';
import { searchRoutes } from './routes.ts';

export interface SearchParts {
  database: Database;
  library: Library;
  threads: Threads;
  answers: Answers;
  posts: Posts;
  retriever: Retriever;
  /** the IANA zone in which the user's days begin */
  timeZone(userId: UserId): Promise<string>;
  /** the SQLite file of the personal index */
  dataDir: { ownIndex: string };
  log: Log;
}

/** Delay between a change of sources and indexing their owner's data, in ms. */
const CHANGES_MS = 5_000;
/** Changed sources whose owners are looked up; an import changes many of one owner. */
const MOST_CHANGED = 20;

/** Brings the index up to date after an import, so that the next search doesn't have to. */
function refreshAfterChanges(library: Library, own: PersonalIndex, log: Log): () => void {
  const changed = new Set<SourceId>();
  let timer: NodeJS.Timeout | undefined;
  const refresh = async () => {
    const ids = [...changed];
    changed.clear();
    const rows = await Promise.all(ids.map((id) => library.find(id)));
    for (const ownerId of new Set(rows.flatMap((it) => it?.ownerId ?? []))) own.refresh(ownerId);
  };
  const stop = library.onChange((id) => {
    if (changed.size < MOST_CHANGED) changed.add(id);
    timer ??= setTimeout(() => {
      timer = undefined;
      refresh().catch((error: unknown) => {
        log.warn({ err: error }, 'could not check changed sources');
      });
    }, CHANGES_MS).unref();
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** Search in sources, and in a person's notes, clips, answers and posts. */
export function createSearchFeature(parts: SearchParts): Feature {
  const { database, library, threads, answers, posts, retriever, timeZone, dataDir, log } = parts;
  const own = new PersonalIndex({
    index: createSqliteIndex({ file: dataDir.ownIndex, log, isSmall: true }),
    library,
    threads,
    answers,
    posts,
    noteMarks: createNoteMarks(database),
    readNotes: createNotesReader(database, log),
    log,
  });
  let caughtUp: Promise<void> | undefined;
  let stopFollowing: (() => void) | undefined;
  return {
    name: 'search',
    routes: searchRoutes({
      retriever,
      own,
      threads,
      library,
      timeZone,
      log,
    }),
    start() {
      stopFollowing = refreshAfterChanges(library, own, log);
      caughtUp = own
        .catchUpAll()
        .catch((error: unknown) =>
          log.warn({ err: error }, "one's own texts are not all searched yet"),
        );
    },
    async close() {
      stopFollowing?.();
      await Promise.all([own.close(), caughtUp]);
    },
  };
}

import type { Log } from '#config/log.ts';
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
  /** the SQLite file of the personal index */
  dataDir: { ownIndex: string };
  log: Log;
}

/** Search in sources, and in one's own notes, clips, answers and posts. */
export function createSearchFeature(parts: SearchParts): Feature {
  const { database, library, threads, answers, posts, retriever, dataDir, log } = parts;
  const own = new PersonalIndex({
    index: createSqliteIndex({ file: dataDir.ownIndex, log, isSmall: true }),
    threads,
    answers,
    posts,
    noteMarks: createNoteMarks(database),
    readNotes: createNotesReader(database, log),
    log,
  });
  let caughtUp: Promise<void> | undefined;
  return {
    name: 'search',
    routes: searchRoutes({ retriever, own, threads, library, log }),
    start() {
      caughtUp = own
        .catchUpAll()
        .catch((error: unknown) =>
          log.warn({ err: error }, "one's own texts are not all searched yet"),
        );
    },
    async close() {
      await Promise.all([own.close(), caughtUp]);
    },
  };
}

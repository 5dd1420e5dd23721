import type { Database } from '#pipeline/library/index.ts';
import type { CollabServer } from '../../collab/index.ts';
import type { Feature } from '../../http/feature.ts';
import type { Threads } from '../threads/index.ts';
import { History } from './history.ts';
import { historyRoutes } from './routes.ts';

export interface HistoryFeature extends Feature {
  history: History;
}

/** Versions of the notes. */
export function createHistoryFeature({
  database,
  collab,
  threads,
}: {
  database: Database;
  collab: CollabServer;
  threads: Threads;
}): HistoryFeature {
  const history = new History({ database, collab });
  return { name: 'history', history, routes: historyRoutes({ history, threads }) };
}

import type { Log } from '#config/log.ts';
import type { Database, Library } from '#pipeline/library/index.ts';
import type { CollabServer } from '../../collab/index.ts';
import type { Feature } from '../../http/feature.ts';
import { NoteMoves, writeNoteMoves } from './note-moves.ts';
import { refreshRoutes, type RefreshRoutePorts } from './routes.ts';

export interface RefreshParts extends RefreshRoutePorts {
  database: Database;
  library: Library;
  collab: CollabServer;
  log: Log;
}

/** New versions of sources, and what they change in the notes. */
export function createRefreshFeature(parts: RefreshParts): Feature {
  const { database, library, collab, log } = parts;
  let moving: ReturnType<typeof writeNoteMoves> | undefined;
  return {
    name: 'refresh',
    routes: refreshRoutes(parts),
    start() {
      moving = writeNoteMoves({
        moves: new NoteMoves(database),
        collab,
        log,
        onCommit: (listener) => library.onChange(listener),
      });
    },
    close: () => moving?.close(),
  };
}

import type { Log } from '#config/log.ts';
import type { CollabServer } from '../../collab/index.ts';
import type { Feature } from '../../http/feature.ts';
import { writeNoteMoves, type NoteMoves } from './note-moves.ts';
import { refreshRoutes, type RefreshRoutePorts } from './routes.ts';

export interface RefreshParts extends RefreshRoutePorts {
  noteMoves: NoteMoves;
  collab: CollabServer;
  log: Log;
}

/** New versions of sources, and what they change in the notes. */
export function createRefreshFeature(parts: RefreshParts): Feature {
  const { noteMoves, collab, log } = parts;
  let moving: ReturnType<typeof writeNoteMoves> | undefined;
  return {
    name: 'refresh',
    routes: refreshRoutes(parts),
    start() {
      moving = writeNoteMoves({ moves: noteMoves, collab, log });
    },
    close: () => moving?.close(),
  };
}

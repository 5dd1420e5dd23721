import { z } from 'zod';
import type { Log } from '#config/log.ts';
import { operatorRoute, type Route } from '../../http/route.ts';
import type { RunningBackup } from './write-backup.ts';

export interface BackupRoutePorts {
  begin(options: { index: boolean }): Promise<RunningBackup>;
  log: Log;
}

export const backupRoutes = ({ begin, log }: BackupRoutePorts): Route[] => [
  operatorRoute({
    method: 'get',
    path: 'backup',
    summary:
      'Backs up everything as one file for `gloss restore`; `index=1` includes the search index',
    response: 'raw',
    query: z.object({ index: z.stringbool().default(false) }),
    async handle({ koa, query, user }) {
      const { output, done } = await begin(query);
      done.then(
        ({ tables }) => log.info({ user: user._id, tables: tables.length }, 'a backup was made'),
        (error: unknown) => log.warn({ err: error }, 'a backup was interrupted'),
      );
      koa.set(
        'Content-Disposition',
        `attachment; filename="gloss-${new Date().toISOString().slice(0, 10)}.backup"`,
      );
      koa.set('Cache-Control', 'no-store');
      koa.type = 'application/zip';
      koa.body = output;
    },
  }),
];

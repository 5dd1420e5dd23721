import type { Middleware } from 'koa';
import type { Settings } from '#config/settings.ts';
import type { Feature } from '../http/feature.ts';
import type { Authenticate } from '../http/mount.ts';

export interface JobBoardFeature extends Feature {
  /** undefined if jobs are not in Redis */
  middleware: Middleware | undefined;
}

/** Opens the operator's view of the jobs in Redis. Its packages are loaded only if Redis is set. */
export async function openJobBoardFeature(
  { redisUrl }: Settings,
  authenticate: Authenticate,
): Promise<JobBoardFeature> {
  if (redisUrl === undefined) return { name: 'job board', middleware: undefined };
  const { openJobBoard } = await import('./job-board.ts');
  return { name: 'job board', ...(await openJobBoard({ redisUrl, authenticate })) };
}

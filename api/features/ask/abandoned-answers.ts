/** Finds unfinished answers that no process is generating, and marks them as interrupted. */
import { hostname } from 'node:os';
import { FAULTS } from '#core/contract/faults.ts';
import type { AnswerRow } from './answers.model.ts';

const HOST = hostname().slice(0, 50);
/** The process that generates an answer: host and process id. */
export const SERVER = `${HOST}:${process.pid}`;
/** An answer takes 5 min at most, so that older ones can't be in progress. */
const ABANDONED_MS = 6 * 60_000;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Tells whether the process of an answer is gone, even if this process has the same id, or has been
 * silent for longer than any answer takes.
 */
export function isAbandoned({ server, updatedAt }: AnswerRow): boolean {
  if (server === SERVER && updatedAt.getTime() < performance.timeOrigin) return true;
  const [, host, pid] = /^(.*):(\d+)$/.exec(server) ?? [];
  return (
    (host === HOST && !isAlive(Number(pid))) || Date.now() - updatedAt.getTime() > ABANDONED_MS
  );
}
export const CUT_OFF = {
  state: 'interrupted' as const,
  error: { code: 'interrupted', message: FAULTS.interrupted.message },
};

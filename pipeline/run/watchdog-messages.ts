import type { Job } from '../queue/contract.ts';

/** What the watchdog thread is started with. */
export interface WatchdogData {
  /** folder for notes about the jobs to blame */
  folder: string;
  /** how long the event loop may be blocked, in ms */
  blockedMs: number;
  /** whether the log level lets errors through */
  isLogged: boolean;
}

export interface RunningJob {
  id: string;
  job: Job;
}

/** Messages from the main thread to its watchdog, in order of events. */
export type WatchdogMessage =
  | { kind: 'beat' }
  | { kind: 'begin'; running: RunningJob }
  | { kind: 'end'; id: string };

/** A note as stored on disk. Without `isCertain`, one of several jobs blocked the loop. */
export interface BlockedNote {
  at: string;
  pid: number;
  jobs: Job[];
  isCertain: boolean;
}

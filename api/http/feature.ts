import type { Route } from './route.ts';

/** A part of a process: what it answers, does in the background and leaves to be closed. */
export interface Feature {
  /** tells it from others in the log */
  name: string;
  routes?: readonly Route[];
  /** Begins background work. Called once, when requests are answered. */
  start?(): Promise<void> | void;
  /** Ends it, started or not. `graceMs`: how long work in progress may take. */
  close?(graceMs: number): Promise<void> | void;
}

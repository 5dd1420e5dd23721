import type { Route } from './route.ts';

/** A part of a process: its routes, its background work and how to close it. */
export interface Feature {
  /** identifies it in the log */
  name: string;
  routes?: readonly Route[];
  /** Starts background work. Called once, when the server handles requests. */
  start?(): Promise<void> | void;
  /** Stops, started or not. `graceMs` is the time for work in progress. */
  close?(graceMs: number): Promise<void> | void;
}

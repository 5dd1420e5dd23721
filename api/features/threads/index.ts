export { createThreadsFeature } from './feature.ts';
export { Members } from './members.ts';
export { memberRoutes } from './member-routes.ts';
export { Threads, type ThreadWithRole, type ThreadName } from './threads.ts';
export { presentReading } from './present-reading.ts';
export type { ThreadRow } from './threads.model.ts';

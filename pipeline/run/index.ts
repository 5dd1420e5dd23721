/** The door of child processes, for whoever has untrusted bytes to parse outside the stages. */
export { createChildPool } from './child-pool.ts';
export { serveTasks } from './serve-tasks.ts';

/** The door of child processes, for whoever has untrusted bytes to parse outside the stages. */
export { createChildPool, type ChildPool, type ChildPoolOptions, type PoolTaskHooks } from './child-pool.ts';
export { serveTasks, type SendProgress } from './serve-tasks.ts';

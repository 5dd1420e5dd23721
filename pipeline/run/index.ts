/** The public interface of the parsing children, for code outside the stages. */
export { createChildPool } from './child-pool.ts';
export { serveTasks } from './serve-tasks.ts';

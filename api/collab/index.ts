export { attachCollab, type CollabServer } from './server.ts';
export type { Authorise } from './authorise.ts';

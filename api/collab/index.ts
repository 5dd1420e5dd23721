export { attachCollab, type CollabOptions, type CollabServer } from './server.ts';
export type { Authorise, CollabToken, Credentials } from './authorise.ts';
export type { Admission, CollabUser } from './socket.ts';

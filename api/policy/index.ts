export { authorise, can, refusal, roleIn, type Actor, type Asked, type ThreadAccess, type ThreadAction, type ThreadRole } from './can.ts';
export { AccessChanges } from './access-changes.ts';

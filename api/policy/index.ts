export {
  authorise,
  can,
  roleIn,
  type Actor,
  type ThreadAccess,
  type ThreadAction,
  type ThreadRole,
} from './can.ts';
export { AccessChanges } from './access-changes.ts';

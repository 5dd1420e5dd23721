export type { Anchor, Anchored, AnchorPort } from './contract.ts';
export { diffVersions } from './diff.ts';

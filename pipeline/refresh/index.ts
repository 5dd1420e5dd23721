export type { Anchor, AnchorPort } from './contract.ts';
export { diffVersions } from './diff.ts';
export type { Anchored } from './reanchor.ts';

/**
 * The patches, by the names of their files; `hidden-selection` is in `notes-editor.tsx`,
 * `quiet-cursors` in `cursors.ts`.
 */
export const PATCHES = [
  'grouped-view',
  'group-sizes',
  'draw-one-block',
  'fast-binding',
  'minimal-changes',
  'prompt-selection',
  'fast-attributes',
  'cached-attributes',
  'quiet-cursors',
  'hidden-selection',
  'caret-in-view',
  'late-view',
] as const;
export type Patch = (typeof PATCHES)[number];

/** The patches, by file name; `quiet-cursors` is in `ui/features/notes/cursors.ts`. */
export const PATCHES = [
  'grouped-view',
  'group-sizes',
  'draw-one-block',
  'fast-binding',
  'minimal-changes',
  'prompt-selection',
  'quiet-cursors',
  'hidden-selection',
  'late-view',
  'whole-selection',
] as const;
export type Patch = (typeof PATCHES)[number];

export { Notes, type NotesHandle } from './notes.tsx';
export { bringNotes } from './notes-ahead.ts';
export type { SyncState } from './notes-state.ts';
export type { KeptClip } from '#ui/editor/kept-clips.ts';

export { Notes, type NotesHandle } from './notes.tsx';
export { preloadNotes as bringNotes } from './preload-notes.ts';
export type { SyncState } from './notes-state.ts';
export type { NoteClip as KeptClip } from '#ui/editor/note-clips.ts';

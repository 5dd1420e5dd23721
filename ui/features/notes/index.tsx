export { Notes, type NotesHandle, type NotesProps } from './notes.tsx';
export type { SyncState } from './notes-state.ts';

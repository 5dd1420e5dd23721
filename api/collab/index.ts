export { attachCollab, type CollabServer } from './server.ts';
export type { Authorise } from './authorise.ts';
export { createNoteMarks } from './note-marks.ts';
export { createNotesReader } from './stored-notes.ts';
export { relocateNotes } from './relocate-notes.ts';

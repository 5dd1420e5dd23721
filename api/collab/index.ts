export { attachCollab, type CollabOptions, type CollabServer } from './server.ts';
export { openRelay } from './open-relay.ts';
export type { Authorise } from './authorise.ts';
export { createLatestNotes, createNoteMarks } from './note-marks.ts';
export { createNotesReader, toJson as notesJson } from './stored-notes.ts';
export { relocateNotes } from './relocate-notes.ts';
export { contentOf, documentOf, spellingOf, writeContent } from './notes-content.ts';
export type { PersistedNotes as StoredNotes } from './persisted-notes.ts';

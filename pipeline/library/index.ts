export type { Database } from './database.ts';
export type { FileStore } from './file-store.ts';
export { createDiskFiles } from './disk-files.ts';
export { asBeingRead, Library, versionBeingRead, type SourcePatch } from './library.ts';
export type { SourceRow, KeptByOwner, KeptFacts, KeptImage } from './source.model.ts';
export { readSnapshot, readTranscript, readView } from './read-artifacts.ts';

export type { Database } from './database.ts';
export type { FileStore } from './file-store.ts';
export { createDiskFiles } from './disk-files.ts';
export { Library, type SourcePatch } from './library.ts';
export type { SourceRow, KeptFacts, KeptImage } from './source.model.ts';
export { readSnapshot, readTranscript, readView } from './read-artifacts.ts';

export type { Database } from './database.ts';
export type { FileStore } from './file-store.ts';
export { createDiskFiles } from './disk-files.ts';
export { Library, type NewSource, type SourceFilter, type SourcePatch } from './library.ts';
export { sourceColumns, type SourceRow, type KeptFacts, type KeptImage } from './source.model.ts';
export { artifactColumns } from './artifact.model.ts';
export { chunkColumns, type ChunkRow } from './chunk.model.ts';
export { readSnapshot, readTranscript, readView } from './read-artifacts.ts';

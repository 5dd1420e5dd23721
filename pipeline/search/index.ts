export type { Chunk, IndexedSource, IndexHit, IndexQuery, SearchIndex } from './contract.ts';
export { createSqliteIndex } from './sqlite/sqlite-index.ts';

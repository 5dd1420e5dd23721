export type { Chunk, IndexedSource, IndexHit, IndexQuery, SearchIndex } from './contract.ts';
export { analyse, type Token } from './analysis.ts';
export { baseLanguage, stopWords } from './languages.ts';
export { createSqliteIndex } from './sqlite/sqlite-index.ts';

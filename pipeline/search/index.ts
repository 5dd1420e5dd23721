export type { IndexedSource, IndexHit, SearchIndex } from './contract.ts';
export { analyse } from './analysis.ts';
export { baseLanguage, stopWords } from './languages.ts';
export { createSqliteIndex } from './sqlite/sqlite-index.ts';

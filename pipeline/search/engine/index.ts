export { LEXICAL_SETTINGS } from './scoring.ts';
export { createSqliteIndex } from './sqlite-index.ts';

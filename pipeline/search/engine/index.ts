export { createSqliteIndex } from './sqlite-index.ts';

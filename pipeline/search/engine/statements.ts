import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

/** Statements on the index file; each is prepared once. */
export interface Statements {
  prepare(sql: string): StatementSync;
  /** all rows, each as an array of columns */
  rows(sql: string, ...values: SQLInputValue[]): SQLOutputValue[][];
  run(sql: string, ...values: SQLInputValue[]): { lastInsertRowid: number | bigint };
}

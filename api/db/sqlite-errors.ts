/** Result code: another connection holds the lock. */
export const BUSY = 5;
const NAMES: Record<number, string> = {
  [BUSY]: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
};
/** READONLY, IOERR and CANTOPEN. */
const LASTING = new Set([8, 10, 14]);

/** The extended result code of an error of SQLite. */
export const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;

/**
 * Whether the connection fails from now on, even if the disk can be written to again, because it
 * was opened read-only or on a failing file.
 */
export const isLasting = (error: unknown): boolean => LASTING.has((resultCode(error) ?? 0) & 0xff);

/** Adds the `code` and the beginning of the message by which Sequelize recognises errors. */
export function sequelizeError(error: unknown): Error {
  const failure = error instanceof Error ? error : new Error(String(error));
  const extended = resultCode(failure);
  if (extended === undefined) return failure;
  const code = NAMES[extended & 0xff] ?? 'SQLITE_ERROR';
  return Object.assign(failure, {
    code,
    message: failure.message.startsWith(code) ? failure.message : `${code}: ${failure.message}`,
  });
}

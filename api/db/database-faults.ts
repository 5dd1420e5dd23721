/**
 * Converts driver errors to faults. Errors that are not about the disk or a lock stay unchanged.
 */
import { Fault } from '#core/contract/faults.ts';

const FULL = new Set(['SQLITE_FULL', '53100', 'ENOSPC']);
/** locked, out of connections, shutting down, unreachable */
const AWAY = new Set([
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  '53300',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
]);
/**
 * a read-only or failing disk, a file that can't be opened, too many open files, or a PostgreSQL
 * standby
 */
const UNWRITABLE = new Set([
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  '25006',
  'EMFILE',
  'ENFILE',
]);
const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);
const IS_DAMAGED =
  'The database is damaged. Stop Gloss; `gloss doctor` then says how to restore it from a backup.';
const NOT_KEPT =
  "Gloss can't save anything right now, because it can't write to the database. The operator can run `gloss doctor` to see how to fix it. Resumes automatically.";
/** serialization failure, deadlock */
const TRANSIENT = new Set(['40001', '40P01']);

/** Messages of `pg`, without a code, for a connection that the server closed. */
const CUT = /^(Client has encountered a connection error|Connection terminated)/;

/** Returns the driver's code, however deep Sequelize wrapped it. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (CUT.test(at.message)) return '08006';
    at = 'parent' in at ? at.parent : at.cause;
  }
  return undefined;
}

export const isTransient = (error: unknown): boolean => TRANSIENT.has(codeOf(error) ?? '');

export function databaseFault(error: unknown): unknown {
  if (error instanceof Fault) return error;
  const code = codeOf(error) ?? '';
  if (FULL.has(code)) return new Fault('storage_full', { cause: error });
  if (UNWRITABLE.has(code)) return new Fault('unavailable', { message: NOT_KEPT, cause: error });
  if (AWAY.has(code) || TRANSIENT.has(code)) return new Fault('unavailable', { cause: error });
  if (DAMAGED.has(code)) return new Fault('unavailable', { message: IS_DAMAGED, cause: error });
  return error;
}

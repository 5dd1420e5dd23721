/** Output of backup and restore. */
import { Fault } from '#core/contract/faults.ts';
import type { Settings } from '#config/settings.ts';
import type { Output } from './output.ts';

const TELL_EVERY_MS = 100;
const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
const size = (bytes: number): string =>
  bytes < 10 * 2 ** 20
    ? `${(bytes / 2 ** 20).toFixed(1)} MB`
    : `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MB`;

export const totalsText = (
  { rows, tables, files, bytes }: { rows: number; tables: number; files: number; bytes: number },
  packed?: number,
): string =>
  [
    `${count(rows, 'row')} of ${count(tables, 'table')}`,
    `${count(files, 'file')} (${size(bytes)})`,
    ...(packed === undefined ? [] : [`${size(packed)} total`]),
  ].join(' · ');

/** Both commands read and write the data folder and the database directly. */
export function refuseServer(settings: Settings, named: unknown): void {
  if (named !== undefined || settings.server !== undefined)
    throw new Fault('bad_request', {
      message:
        'Back up and restore on the machine where Gloss runs, not through --server or GLOSS_SERVER. In the browser: Settings → Your data.',
    });
}

/** A line that is overwritten on a terminal. */
export function progressLine(
  out: Output,
  doing: string,
): { tell(what: string): void; end(): void } {
  let last = 0;
  let shown = false;
  return {
    tell(what) {
      if (!out.live || Date.now() - last < TELL_EVERY_MS) return;
      last = Date.now();
      shown = true;
      process.stdout.write(`\r\u001b[2K${doing} … ${what}`);
    },
    end() {
      if (shown) process.stdout.write('\r\u001b[2K');
      shown = false;
    },
  };
}

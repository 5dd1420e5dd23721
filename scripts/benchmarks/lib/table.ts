import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '#config/version.ts';

export type Cell = string | number | undefined;
export type Row = Record<string, Cell>;

const ROOT = join(import.meta.dirname, '../../..');
/** load before the first benchmark, from other programs */
const LOAD_BEFORE = loadavg()[0] ?? 0;

/** Work time and steal time of a virtual machine's processors, if the system reports them. */
function processorTime(): { worked: number; stolen: number } | undefined {
  try {
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = (
      /^cpu +(.+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
    )
      .split(' ')
      .map(Number);
    return { worked: user + nice + system + irq + softirq, stolen };
  } catch {
    return undefined;
  }
}
const TIME_BEFORE = processorTime();
/** Fraction of stolen processor time since the start of this program, 0..1. */
function stolenShare(): number | undefined {
  const now = processorTime();
  if (!now || !TIME_BEFORE) return undefined;
  const [worked, stolen] = [now.worked - TIME_BEFORE.worked, now.stolen - TIME_BEFORE.stolen];
  return stolen / Math.max(1, worked + stolen);
}
const NOTEWORTHY = 0.01;

/** Renders numbers with about three digits, right-aligned; missing cells are empty. */
export function renderTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((column) => show(row[column])));
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const numeric = columns.map((column) => rows.every((row) => typeof row[column] !== 'string'));
  const line = (row: string[]) =>
    row
      .map((cell, at) =>
        numeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(columns), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join(
    '\n',
  );
}

function show(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (Number.isInteger(cell)) return cell.toLocaleString('en-US');
  return Math.abs(cell) >= 100
    ? Math.round(cell).toLocaleString('en-US')
    : cell.toFixed(Math.abs(cell) >= 10 ? 1 : 3);
}

/** Prints the table and saves it as `bench/results/<name>.json`, with a description of the machine. */
export function report(
  name: string,
  title: string,
  rows: readonly Row[],
  more: Record<string, unknown> = {},
): void {
  process.stdout.write(`\n${title}\n\n${renderTable(rows)}\n`);
  if (LOAD_BEFORE > cpus().length / 2)
    process.stdout.write(
      `\nOther programs kept this machine busy (load ${LOAD_BEFORE.toFixed(1)} on ${cpus().length} CPUs before the first measurement): times are longer than they would be alone.\n`,
    );
  const stolen = stolenShare();
  if (stolen !== undefined && stolen > NOTEWORTHY)
    process.stdout.write(
      `\nOther machines on this one's host had ${(stolen * 100).toFixed(1)} % of the processors' time that was wanted here: times are longer than they would be without.\n`,
    );
  const folder = join(ROOT, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpus: cpus().length,
    cpu: cpus()[0]?.model ?? '',
    loadBefore: LOAD_BEFORE,
    stolen,
  };
  writeFileSync(
    join(folder, `${name}.json`),
    `${JSON.stringify({ name, version: VERSION, at: new Date().toISOString(), machine, ...more, rows }, null, 2)}\n`,
  );
}

export function skipped(name: string, why: string): void {
  process.stdout.write(`\n${name}: skipped, ${why}\n`);
}

/** Returns the percentile `share`, 0..1; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Runs one regex over its texts, in a thread that can be ended while a match goes on. */
import { parentPort } from 'node:worker_threads';
import { type Pump, pumped, pumps } from './inputs.ts';

export interface FuzzJob {
  id: number;
  source: string;
  flags: string;
  full: boolean;
}
/** `over`: milliseconds above what is allowed, 0 if none; `text`: which one, `length` in characters. */
export interface FuzzResult {
  id: number;
  ms: number;
  over: number;
  length: number;
  pump: Pump | undefined;
}
export type FuzzMessage = FuzzResult | 'alive';

const SHORT = 1_000;
const SCREENING = 30_000;
const LENGTH = 1_000_000;
const MOST_MS = 50;
/** A screened text of a regex that is linear takes a fraction of this. */
const MOST_SCREENING_MS = 40;
/** Each match found costs an allocation, however simple the regex is. */
const MS_PER_MATCH = 0.000_5;
/** Of the screened texts, the slowest are tried at full length. */
const MOST_LONG = 8;
const RETRIES = 3;
/** So many times over, a second try would tell nothing new. */
const HOPELESS = 5;
/** A linear regex whose time says how slow the machine is just now; milliseconds on the machine that the limits were set on. */
const REFERENCE = { regex: /(?:a(?![ab]{1,4}c))+/g, text: 'a'.repeat(LENGTH), ms: 18 };

/** Milliseconds of this thread's processor: another program's work does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** All matches of a global regex are looked for, as `replace` and `matchAll` do. */
function timed(regex: RegExp, text: string): number {
  regex.lastIndex = 0;
  const start = cpuMs();
  if (regex.global) text.replace(regex, '');
  else regex.test(text);
  return cpuMs() - start;
}

/** V8 copies a rope when it first reads it, which is no work of the regex. */
const flat = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/** How many times slower than the reference this machine is now; 1 at least. */
function slowdown(): number {
  const text = flat(REFERENCE.text);
  const tries = Array.from({ length: RETRIES }, () => timed(REFERENCE.regex, text));
  return Math.max(1, Math.min(...tries) / REFERENCE.ms);
}

function measure(
  regex: RegExp,
  pump: Pump,
  length: number,
  most: number,
): { ms: number; over: number } {
  parentPort?.postMessage('alive' satisfies FuzzMessage);
  const text = flat(pumped(pump, length));
  let ms = timed(regex, text);
  for (let retry = 0; retry < RETRIES && ms > most && ms < most * HOPELESS; retry += 1)
    ms = Math.min(ms, timed(regex, text));
  if (ms <= most) return { ms, over: 0 };
  const allowed = ms < most * HOPELESS ? most * slowdown() : most;
  const matches = regex.global ? (text.match(regex)?.length ?? 0) : 0;
  return { ms, over: Math.max(0, ms - allowed - matches * MS_PER_MATCH) };
}

function fuzz({ id, source, flags, full }: FuzzJob): FuzzResult {
  // A sticky regex looks at one place; what is tried here is any place.
  const regex = new RegExp(source, flags.replace('y', 'g').replace('gg', 'g'));
  const screened: { pump: Pump; ms: number }[] = [];
  for (const pump of pumps(source, flags)) {
    for (const length of [SHORT, SCREENING]) {
      const { ms, over } = measure(regex, pump, length, MOST_SCREENING_MS);
      if (over > 0) return { id, ms, over, length, pump };
      if (length === SCREENING) screened.push({ pump, ms });
    }
  }
  let worst: FuzzResult = { id, ms: 0, over: 0, length: LENGTH, pump: undefined };
  const slowest = screened.toSorted((a, b) => b.ms - a.ms).slice(0, full ? undefined : MOST_LONG);
  for (const { pump } of slowest) {
    const { ms, over } = measure(regex, pump, LENGTH, MOST_MS);
    if (over > worst.over || (worst.over === 0 && ms > worst.ms))
      worst = { id, ms, over, length: LENGTH, pump };
  }
  return worst;
}

parentPort?.on('message', (job: FuzzJob) => {
  parentPort?.postMessage(fuzz(job) satisfies FuzzMessage);
});

/** Runs one regex on its texts, in a thread that can be terminated during a match. */
import { parentPort } from 'node:worker_threads';
import { type Pump, pumped, pumps } from './inputs.ts';

export interface FuzzJob {
  id: number;
  source: string;
  flags: string;
  full: boolean;
}
/**
 * `over`: milliseconds above what is allowed, 0 if none; `text`: which one, `length` in characters.
 */
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
/** A linear regex takes a fraction of this for a screening text. */
const MOST_SCREENING_MS = 40;
/** Each match found costs an allocation, however simple the regex is. */
const MS_PER_MATCH = 0.000_5;
/**
 * Of the screening texts, the slowest are run at full length: at least one, others only if they
 * could exceed the limit.
 */
const MOST_LONG = 8;
/** Below this, a text stays within the limit at full length even if its time is quadratic. */
const HARMLESS_SCREENING_MS = MOST_MS * (SCREENING / LENGTH) ** 2;
const RETRIES = 3;
/** If a regex exceeds the limit by this factor, a second run is pointless. */
const HOPELESS = 5;
/**
 * A linear regex that measures the current speed of the machine; in ms on the machine for which the
 * limits were set.
 */
const REFERENCE = {
  regex: /(?:a(?![ab]{1,4}c))+/g,
  text: pumped({ lead: '', unit: 'a', end: '' }, LENGTH),
  ms: 18,
};

/** CPU ms of this thread; other programs don't count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Finds all matches of a global regex, like `replace` and `matchAll`. */
function timed(regex: RegExp, text: string): number {
  parentPort?.postMessage('alive' satisfies FuzzMessage);
  regex.lastIndex = 0;
  const start = cpuMs();
  if (regex.global) text.replace(regex, '');
  else regex.test(text);
  return cpuMs() - start;
}

/** Returns how many times slower than the reference this machine is now; at least 1. */
function slowdown(): number {
  const tries = Array.from({ length: RETRIES }, () => timed(REFERENCE.regex, REFERENCE.text));
  return Math.max(1, Math.min(...tries) / REFERENCE.ms);
}

function measure(
  regex: RegExp,
  pump: Pump,
  length: number,
  most: number,
): { ms: number; over: number } {
  const text = pumped(pump, length);
  let ms = timed(regex, text);
  if (ms <= most) return { ms, over: 0 };
  const hopeless = most * HOPELESS + length * MS_PER_MATCH;
  if (ms >= hopeless) return { ms, over: ms - most };
  const forMatches = regex.global ? (text.match(regex)?.length ?? 0) * MS_PER_MATCH : 0;
  for (let retry = 0; retry < RETRIES && ms > most + forMatches; retry += 1)
    ms = Math.min(ms, timed(regex, text));
  if (ms <= most + forMatches) return { ms, over: 0 };
  return { ms, over: Math.max(0, ms - most * slowdown() - forMatches) };
}

function fuzz({ id, source, flags, full }: FuzzJob): FuzzResult {
  // A sticky regex matches at one offset; here it is run at any offset.
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
  const bySlowness = screened.toSorted((a, b) => b.ms - a.ms);
  const slowest = full
    ? bySlowness
    : bySlowness.slice(0, MOST_LONG).filter(({ ms }, at) => at === 0 || ms > HARMLESS_SCREENING_MS);
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

/** Whether a regex takes time in proportion to its text, judged without running it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const VERIFIED_FILE = join(import.meta.dirname, 'verified.json');
/** Milliseconds; a machine with other work needs the longer. */
const TIMEOUT = 60_000;
const MOST_OPTIONAL = 8;

interface Diagnostics {
  status: 'safe' | 'vulnerable' | 'unknown';
  complexity?: { summary: string };
  attack?: { pattern: string };
  error?: { kind: string };
}
type CheckSync = (source: string, flags: string, params: { timeout: number }) => Diagnostics;

let loaded: CheckSync | undefined;
/** 3 MB of script: loaded only when there is a regex that the list does not hold. */
function recheck(): CheckSync {
  // The same verdict on every machine: without this recheck takes a native program or Java where it
  // finds one.
  process.env['RECHECK_SYNC_BACKEND'] = 'pure';
  loaded ??= (createRequire(import.meta.url)('recheck') as { checkSync: CheckSync }).checkSync;
  return loaded;
}

/** Nothing repeats, and only a few parts may be left out. */
export function isFinite(source: string): boolean {
  const bare = source
    .replace(/\\./gsu, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\(\?/g, '(');
  return !/[*+{]/.test(bare) && bare.split('?').length <= MOST_OPTIONAL;
}

const verdicts = new Map<string, string | undefined>();
const verified = (): Set<string> =>
  new Set(JSON.parse(readFileSync(VERIFIED_FILE, 'utf8')) as string[]);
let known: Set<string> | undefined;

/** Asks recheck, whatever the lists say. Undefined if it is linear, else what is wrong. */
export function analyse(source: string, flags: string): string | undefined {
  const result = recheck()(source, flags.replace(/[dg]/g, ''), { timeout: TIMEOUT });
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown')
    return `Nobody could tell whether this regex is linear (${result.error?.kind ?? 'unknown'}). Write it more simply.`;
  return `Slow on long text: ${result.complexity?.summary ?? 'super-linear'}, as on ${result.attack?.pattern.slice(0, 100) ?? 'a text'}.`;
}

/** Undefined if the regex is linear, else a sentence for the linter. */
export function faultOf(source: string, flags: string): string | undefined {
  const literal = `/${source}/${flags}`;
  known ??= verified();
  if (isFinite(source) || known.has(literal)) return undefined;
  if (!verdicts.has(literal)) verdicts.set(literal, analyse(source, flags));
  return verdicts.get(literal);
}

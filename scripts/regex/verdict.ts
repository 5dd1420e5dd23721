/** Decides whether a regex is linear, without running it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const VERIFIED_FILE = join(import.meta.dirname, 'verified.json');
/** In ms; long, for busy machines. */
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
/** 3 MB of code, loaded only for a regex that isn't on the list. */
function recheck(): CheckSync {
  // Gives the same verdict on every machine; otherwise recheck uses a native program or Java if it finds one.
  process.env['RECHECK_SYNC_BACKEND'] = 'pure';
  loaded ??= (createRequire(import.meta.url)('recheck') as { checkSync: CheckSync }).checkSync;
  return loaded;
}

/** Tells whether nothing repeats and only a few parts are optional. */
export function isFinite(source: string): boolean {
  const bare = source
    .replace(/\\./gsu, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replace(/\(\?/g, '(');
  return !/[*+{]/.test(bare) && bare.split('?').length <= MOST_OPTIONAL;
}

/** Proving takes about 0.2 s each, so that CI would spend a minute on it. */
const NOT_LISTED =
  'This regex is linear, but not on the list of those that are proved. Run: node scripts/regex/verify.ts';

const verdicts = new Map<string, string | undefined>();
const verified = (): Set<string> =>
  new Set(JSON.parse(readFileSync(VERIFIED_FILE, 'utf8')) as string[]);
let known: Set<string> | undefined;

/** Runs recheck, regardless of the lists. Undefined if the regex is linear, else the problem. */
export function analyse(source: string, flags: string): string | undefined {
  const result = recheck()(source, flags.replace(/[dg]/g, ''), { timeout: TIMEOUT });
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown')
    return `Nobody could tell whether this regex is linear (${result.error?.kind ?? 'unknown'}). Write it more simply.`;
  return `Slow on long text: ${result.complexity?.summary ?? 'super-linear'}, as on ${result.attack?.pattern.slice(0, 100) ?? 'a text'}.`;
}

/** Undefined if the regex is proved linear, else a sentence for the linter. */
export function faultOf(source: string, flags: string): string | undefined {
  const literal = `/${source}/${flags}`;
  known ??= verified();
  if (isFinite(source) || known.has(literal)) return undefined;
  if (!verdicts.has(literal)) verdicts.set(literal, analyse(source, flags) ?? NOT_LISTED);
  return verdicts.get(literal);
}

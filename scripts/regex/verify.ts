/**
 * Updates scripts/regex/verified.json, the regexes that recheck has proved linear, so that the
 * linter need not run it again. Checks only new ones; `--all` checks all again (about four
 * minutes).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { literals } from './collect.ts';
import { analyse, isFinite, VERIFIED_FILE } from './verdict.ts';

const known = new Set(
  process.argv.includes('--all')
    ? []
    : (JSON.parse(readFileSync(VERIFIED_FILE, 'utf8')) as string[]),
);
const proved = new Set<string>();
for (const { at, source, flags } of literals()) {
  const literal = `/${source}/${flags}`;
  if (isFinite(source) || proved.has(literal)) continue;
  const fault = known.has(literal) ? undefined : analyse(source, flags);
  if (fault === undefined) proved.add(literal);
  else console.error(`${at} ${literal}\n  ${fault}`);
}
writeFileSync(VERIFIED_FILE, `${JSON.stringify([...proved].toSorted(), undefined, 1)}\n`);
console.log(`${proved.size} regexes are proved linear.`);

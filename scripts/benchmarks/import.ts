/**
 * Thousands of pages on many hosts, some of them silent, dead or slow to resolve: how soon they are
 * searchable, what they cost, and whether a page added meanwhile has to wait.
 */
import { articlePages } from './import/article-pages.ts';
import { withCommit } from './import/baseline.ts';
import { measureImport, type Measured } from './import/measure.ts';
import { readOptions, type Options } from './import/options.ts';
import { endRows, measuredRows } from './import/rows.ts';
import { LATENCY_MS } from './import/sites.ts';
import { renderTable, report } from './lib/table.ts';

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;
const kept = ({ outcome, uses, ...measured }: Measured) => ({
  ...measured,
  ...outcome,
  hosts: uses.length,
});

function titleOf(options: Options, from: string): string {
  const { pages, hosts, silent, dead, slowDns } = options;
  const names =
    options.baseline === undefined
      ? `${percent(slowDns)} with a slow name`
      : 'as addresses, without slow names';
  return `Import: ${pages.toLocaleString('en')} pages of ${from} on ${hosts.toLocaleString('en')} hosts (${percent(silent)} silent, ${percent(dead)} dead, ${names}), each answer after ${LATENCY_MS} ms`;
}

/** An invalid option ends the program, like an unknown benchmark. */
function optionsOf(words: readonly string[]): Options {
  try {
    return readOptions(words);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

export async function run(words: readonly string[] = []): Promise<void> {
  const options = optionsOf(words);
  const { baseline } = options;
  const articles = articlePages(options.pages);
  const names = baseline === undefined;
  const before =
    baseline === undefined
      ? undefined
      : await withCommit(baseline, (main) => measureImport(options, articles, { main, names }));
  const ours = await measureImport(options, articles, { names });
  const ends = endRows(ours, before);
  report('import', titleOf(options, articles.from), measuredRows(ours, before), {
    options,
    ends,
    measured: kept(ours),
    ...(before && { baseline: kept(before) }),
  });
  process.stdout.write(`\nHow the lines ended\n\n${renderTable(ends)}\n`);
  for (const what of [...ours.outcome.lost, ...ours.outcome.doubled].slice(0, 20))
    process.stdout.write(`${what}\n`);
}

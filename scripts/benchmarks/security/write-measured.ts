/**
 * `node scripts/benchmarks/security/write-measured.ts`: writes the section “Measured” of
 * docs/security.md from the last results.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../../..');
const DOC = join(ROOT, 'docs/security.md');
const RowOfResults = z.object({
  row: z.string(),
  attack: z.string(),
  defence: z.string(),
  tried: z.number(),
  target: z.string(),
  measured: z.string(),
  met: z.string(),
  commit: z.string(),
  at: z.string(),
});
const Results = z.object({
  machine: z.object({ cpus: z.number(), loadBefore: z.number() }),
  rows: z.array(RowOfResults),
});

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function sectionOf({ machine, rows }: z.infer<typeof Results>): string {
  const metCount = rows.filter((row) => row.met === 'yes').length;
  const days = [...new Set(rows.map(({ at }) => at.slice(0, 10)))].sort();
  const commits = [...new Set(rows.map(({ commit }) => `\`${commit}\``))].sort();
  const lines = rows.map(
    (row) =>
      `| ${row.row} | ${cell(row.attack)} | ${cell(row.defence)} | ${row.tried.toLocaleString('en-US')} | ${cell(row.target)} | ${cell(row.measured)} | ${row.met === 'yes' ? 'yes' : '**no**'} |`,
  );
  return [
    '## Measured',
    '`scripts/bench security` attacks a real server and prints each result beside its target; `scripts/bench security hang sockets` runs those rows alone, and',
    '`node scripts/benchmarks/security/write-measured.ts` writes this section. “Switched off” means that a defence is left out, and the attack must then succeed.',
    `${metCount} of ${rows.length} targets were met on ${days.join(' and ')}, at ${commits.join(', ')}, ` +
      `on ${machine.cpus} CPUs with a load of ${machine.loadBefore.toFixed(0)} from other programs.`,
    'Waits and times grow with such a load: they say less about Gloss the more the machine had to do.',
    '',
    '| row | attack | defence | tried | target | result | met |',
    '|---|---|---|---|---|---|---|',
    ...lines,
    '',
    '',
  ].join('\n');
}

const doc = readFileSync(DOC, 'utf8');
const section = sectionOf(
  Results.parse(JSON.parse(readFileSync(join(ROOT, 'bench/results/security.json'), 'utf8'))),
);
const before = doc.split('## Measured\n')[0] ?? '';
const from = doc.includes('## Measured\n')
  ? doc.indexOf('\n## ', before.length + 1) + 1
  : doc.indexOf('## Packages\n');
writeFileSync(
  DOC,
  `${doc.includes('## Measured\n') ? before : doc.slice(0, from)}${section}${doc.slice(from)}`,
);

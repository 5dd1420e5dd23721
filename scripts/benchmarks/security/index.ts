/** `scripts/bench security [row…]`: attacks on a real server, with limits; all rows, or the named ones. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import { asTableRow, type AttackRow } from '../lib/attack.ts';
import { report, type Row } from '../lib/table.ts';

interface Attack {
  about: string;
  load(): Promise<{ attack(): Promise<AttackRow[]> }>;
}
const ATTACKS: Readonly<Record<string, Attack>> = {
  texts: {
    about: 'texts that have broken others, in views, posts and routes',
    load: () => import('./texts.ts'),
  },
  addresses: {
    about: 'every notation of an internal address',
    load: () => import('./addresses.ts'),
  },
  rebinding: {
    about: 'name servers that change their answer',
    load: () => import('./rebinding.ts'),
  },
  hang: {
    about: 'hostile documents on every path that takes foreign bytes',
    load: () => import('./hang.ts'),
  },
  sockets: { about: 'a thousand unauthenticated WebSockets', load: () => import('./sockets.ts') },
  awareness: {
    about: 'a viewer that floods awareness and opens sessions',
    load: () => import('./awareness.ts'),
  },
  updates: { about: 'fuzzed updates of notes by an editor', load: () => import('./updates.ts') },
  'yt-dlp': {
    about: 'hostile addresses for yt-dlp, and hostile output of it',
    load: () => import('./yt-dlp.ts'),
  },
  oidc: { about: 'a malicious sign-in provider', load: () => import('./oidc.ts') },
  pdfs: { about: 'hostile PDFs through the parsing child', load: () => import('./pdfs.ts') },
  zips: { about: 'hostile archives in import and restore', load: () => import('./zips.ts') },
  csv: { about: 'formulas in every export', load: () => import('./csv.ts') },
  slow: {
    about: 'clients that send slowly, on HTTP and WebSocket',
    load: () => import('./slow.ts'),
  },
  mcp: {
    about: 'the tools of agents, by strangers and with lesser tokens',
    load: () => import('./mcp.ts'),
  },
};
const FILE = join(import.meta.dirname, '../../../bench/results/security.json');
const Earlier = z.object({
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
});

/** Keeps earlier results of attacks that are not run now. */
function earlierRows(names: ReadonlySet<string>): Row[] {
  if (!existsSync(FILE)) return [];
  const found = Earlier.safeParse(JSON.parse(readFileSync(FILE, 'utf8')));
  return found.success
    ? found.data.rows.filter(
        (row) =>
          typeof row['row'] === 'string' &&
          Object.hasOwn(ATTACKS, row['row']) &&
          !names.has(row['row']),
      )
    : [];
}
function currentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim();
  } catch {
    return 'unknown';
  }
}

/** An attack that can't run is reported, and doesn't affect the others. */
async function measure(name: string): Promise<AttackRow[]> {
  try {
    return (await (await ATTACKS[name]?.load())?.attack()) ?? [];
  } catch (error) {
    process.stderr.write(
      `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return [
      {
        attack: `${name}: could not be run`,
        defence: '–',
        tried: 0,
        target: 'a result',
        measured: error instanceof Error ? error.message.slice(0, 80) : 'an error',
        isMet: false,
      },
    ];
  }
}

export async function run(words: readonly string[] = []): Promise<void> {
  const unknown = words.filter((name) => !Object.hasOwn(ATTACKS, name));
  if (unknown.length > 0) {
    const list = Object.entries(ATTACKS)
      .map(([name, { about }]) => `  ${name.padEnd(12)}${about}\n`)
      .join('');
    process.stderr.write(
      `No row of security is called ${unknown.join(', ')}. There are:\n\n${list}`,
    );
    process.exitCode = 2;
    return;
  }
  const names = words.length > 0 ? words : Object.keys(ATTACKS);
  const rows: Row[] = [];
  const [commit, notMet]: [string, AttackRow[]] = [currentCommit(), []];
  for (const name of names) {
    const startedAt = performance.now();
    const measured = await measure(name);
    notMet.push(...measured.filter(({ isMet }) => !isMet));
    rows.push(
      ...measured.map((row) => ({
        row: name,
        ...asTableRow(row),
        commit,
        at: new Date().toISOString().slice(0, 16),
      })),
    );
    process.stderr.write(
      `${name}: ${measured.length} rows in ${Math.round((performance.now() - startedAt) / 1000)} s\n`,
    );
  }
  report('security', 'Attacks, what they may do, and what they did', [
    ...earlierRows(new Set(names)),
    ...rows,
  ]);
  for (const { attack, defence, target, measured } of notMet)
    process.stdout.write(`\nNOT MET: ${attack}, ${defence}: ${measured}, target ${target}\n`);
  if (notMet.length > 0) process.exitCode = 1;
}

/** An earlier commit, checked out into a temporary folder and run with this commit's packages. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const git = (...args: string[]): void => {
  execFileSync('git', ['-C', ROOT, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Calls `work` with the commit's `cli/main.js`, then deletes the folder. */
export async function withCommit<T>(
  commit: string,
  work: (main: string) => Promise<T>,
): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), 'gloss-baseline-'));
  const folder = join(parent, 'gloss');
  try {
    git('worktree', 'add', '--detach', folder, commit);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return await work(join(folder, 'cli/main.js'));
  } finally {
    rmSync(parent, { recursive: true, force: true });
    git('worktree', 'prune');
  }
}

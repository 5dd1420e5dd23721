import { execFileSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { runGloss } from '../testing/run-gloss.ts';

let script = '';
beforeAll(async () => {
  ({ stdout: script } = await runGloss(['completion', 'bash'], {}));
});

/** Bash's completions for these words, the last of which is incomplete. */
function offered(...words: string[]): string[] {
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gloss; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', program, 'bash', 'gloss', ...words], { encoding: 'utf8' })
    .split('\n')
    .filter((word) => word !== '');
}

it.each([
  [['im'], ['import', 'imports']],
  [['imports', 'sh'], ['show']],
  [
    ['--json', 'imports', 're'],
    ['resume', 'retry'],
  ],
  [['list', '--st'], ['--state']],
  [['list', '--state', 'g'], ['gone']],
  [['list', '--state', '=', 'b'], ['bookmark']],
  [
    ['--server', 'http://127.0.0.1', 'thread', 'r'],
    ['rename', 'rm'],
  ],
  [['help', 'comp'], ['completion']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  // Bash then completes file names.
  [['add', ''], []],
  [['list', '--tag', ''], []],
])('bash completes %j', (words, expected) => {
  expect(offered(...words)).toEqual(expected);
});

it.each(['zsh', 'fish'])('offers the same completions in %s', async (shell) => {
  const { code, stdout } = await runGloss(['completion', shell], {});
  expect(code).toBe(0);
  for (const text of ['imports retry', 'waiting', 'rename']) expect(stdout).toContain(text);
});

it('names the supported shells', async () => {
  expect(await runGloss(['completion', 'tcsh'], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bash, zsh, fish'),
  });
});

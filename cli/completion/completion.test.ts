import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { runGloss } from '../testing/run-gloss.ts';

const scripts: Record<string, string> = {};
beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    scripts[shell] = (await runGloss(['completion', shell], {})).stdout;
});
const script = (shell: string): string => scripts[shell] ?? '';
const isInstalled = (shell: string): boolean =>
  spawnSync(shell, ['-c', 'exit 0']).error === undefined;

const run = (shell: string, args: readonly string[]): string[] =>
  execFileSync(shell, args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** Bash's completions for these words, the last of which is incomplete. */
function offered(...words: string[]): string[] {
  const program = `${script('bash')}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gloss; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return run('bash', ['-c', program, 'bash', 'gloss', ...words]);
}
/** Of zsh: what the script hands to its completion system, which is not loaded. */
function offeredInZsh(...words: string[]): string[] {
  const program = `compdef() { :; }; compset() { :; }; _files() { :; }
compadd() { shift; print -rl -- "$@"; }
_describe() { local name=$@[-1]; print -rl -- \${\${(P@)name}%%:*}; }
${script('zsh')}
words=("$@"); CURRENT=$#; _gloss`;
  const typed = words.at(-1)?.replace(/^--\w+=/, '') ?? '';
  return run('zsh', ['-f', '-c', program, 'zsh', 'gloss', ...words]).filter((word) =>
    word.startsWith(typed),
  );
}
const offeredInFish = (...words: string[]): string[] =>
  run('fish', ['--no-config', '-c', `${script('fish')}complete -C "gloss ${words.join(' ')}"`]).map(
    (line) => line.split('\t')[0]?.replace(/^--\w+=/, '') ?? '',
  );

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

describe.each([
  ['zsh', offeredInZsh],
  ['fish', offeredInFish],
] as const)('%s', (shell, offer) => {
  it.skipIf(!isInstalled(shell)).each([
    [['im'], ['import', 'imports']],
    [['imports', 'sh'], ['show']],
    [
      ['--json', 'imports', 're'],
      ['resume', 'retry'],
    ],
    [['list', '--state', 'g'], ['gone']],
    [['list', '--state=b'], ['bookmark']],
    [
      ['--server', 'http://127.0.0.1', 'thread', 'r'],
      ['rename', 'rm'],
    ],
    [['help', 'comp'], ['completion']],
    [
      ['completion', ''],
      ['bash', 'fish', 'zsh'],
    ],
  ])('completes %j', (words, expected) => {
    expect(offer(...words).sort()).toEqual(expected);
  });

  it.skipIf(!isInstalled(shell))('completes options', () => {
    expect(offer('list', '--st')).toContain('--state');
  });

  it('is offered the commands, options and values', () => {
    for (const text of ['imports retry', 'waiting', 'rename'])
      expect(script(shell)).toContain(text);
  });
});

it('names the supported shells', async () => {
  expect(await runGloss(['completion', 'tcsh'], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bash, zsh, fish'),
  });
});

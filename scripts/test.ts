/** Runs every check and counts results: each static check counts as one, and each test. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
/** The slowest tests of all projects, in ms. */
const slowest: { name: string; ms: number }[] = [];
const SLOWEST = 10;
/** Failures with messages, printed again at the end, where a truncated log still shows them. */
const failures: string[] = [];
const FAILURE_CHARACTERS = 1_500;
const total = { passed: 0, failed: 0 };
const folder = mkdtempSync(join(tmpdir(), 'gloss-test-'));
/**
 * Shares compiled code between processes, mainly for the index thread, which the tests start
 * thousands of times. Empty at the beginning of each run.
 */
process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
const bin = (path: string): string => join('node_modules', path);

/** CPU seconds of all child processes that have ended so far; 0 where there is no /proc. */
function childCpuSeconds(): number {
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : '';
  // The fields after the command in parentheses; 13 and 14 of them are cutime and cstime, in ticks
  // of 10 ms.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100;
}
/**
 * Prints the output when the check ends, because others run concurrently; with `live`, prints at
 * once. Resolves to whether it ended without errors.
 */
async function run(name: string, script: string, args: string[], live = false): Promise<boolean> {
  const startedAt = Date.now();
  const child = spawn(process.execPath, [script, ...args], {
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  if (live) console.log(`\n── ${name}`);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const isOk = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(false);
    });
    child.once('close', (status) => resolve(status === 0));
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${live ? '' : `\n── ${name}\n${output}`}   ${name}: ${isOk ? 'ok' : 'FAILED'} in ${seconds} s`,
  );
  return isOk;
}
async function check(name: string, script: string, args: string[]): Promise<void> {
  const isOk = await run(name, script, args);
  total[isOk ? 'passed' : 'failed'] += 1;
  if (!isOk) failures.push(name);
}
function fail(name: string, message: string): void {
  failures.push(`${name}\n${message.slice(0, FAILURE_CHARACTERS)}`);
}
async function tests(project: string, live = false): Promise<void> {
  const file = join(folder, `${project}.json`);
  const isOk = await run(
    `tests: ${project}`,
    bin('vitest/vitest.mjs'),
    [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    live,
  );
  try {
    const report = Report.parse(JSON.parse(readFileSync(file, 'utf8')));
    // A file that can't be loaded has no tests and counts as one failure.
    const broken = report.testResults.filter(
      (it) => it.status === 'failed' && it.assertionResults.length === 0,
    );
    for (const { name, message } of broken) fail(`${project}: ${name}`, message);
    for (const { name: path, assertionResults } of report.testResults)
      for (const { fullName, status, duration, failureMessages } of assertionResults) {
        slowest.push({ name: `${project}: ${fullName}`, ms: duration ?? 0 });
        if (status === 'failed')
          fail(`${project}: ${path}: ${fullName}`, (failureMessages ?? []).join('\n'));
      }
    total.passed += report.numPassedTests;
    total.failed += report.numFailedTests + broken.length;
    if (!isOk && report.numFailedTests + broken.length === 0) {
      total.failed += 1;
      fail(`${project}: ended with an error outside its tests`, '');
    }
    if (report.numPendingTests > 0) console.log(`   ${report.numPendingTests} skipped`);
  } catch (error) {
    console.error(error);
    total.failed += 1;
    fail(`${project}: wrote no report`, String(error));
  }
}

async function quickChecks(): Promise<void> {
  await check('format', bin('@biomejs/biome/bin/biome'), ['format', '--reporter=summary', '.']);
  await check('types', bin('typescript/bin/tsc'), ['--noEmit', '-p', '.']);
  await check('import rules', bin('dependency-cruiser/bin/dependency-cruiser.mjs'), [
    'core',
    'config',
    'pipeline',
    'api',
    'cli',
    'ui',
    'scripts',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
  ]);
  await check('dead code', bin('knip/bin/knip.js'), []);
  await check('code that only tests use', bin('knip/bin/knip.js'), ['--production']);
}
await Promise.all([
  quickChecks(),
  check('lint', bin('eslint/bin/eslint.js'), ['.', '--max-warnings=0']),
]);
// One project at a time: each of them keeps both cores busy, and waits for deadlines of its own.
await tests('unit', true);
await tests('ui-dom', true);
await tests('integration', true);
// Measures memory, so nothing else runs at the same time.
await tests('memory', true);
await tests('e2e', true);

rmSync(folder, { recursive: true, force: true });
console.log(`\n── ${childCpuSeconds().toFixed(0)} s of CPU, and the ${SLOWEST} slowest tests`);
slowest.sort((one, other) => other.ms - one.ms);
for (const { name, ms } of slowest.slice(0, SLOWEST))
  console.log(`   ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

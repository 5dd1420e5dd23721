#!/usr/bin/env node
/**
 * The `gloss` command. What is compiled once is kept, so that the next command starts faster. Plain JavaScript, for what reads
 * TypeScript is not loaded where all else was kept.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// An older Node cannot even load what follows. The versions are those of `engines` in package.json.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!((major === 24 && minor >= 16) || major >= 26)) {
  process.stderr.write(
    `Gloss needs Node 24.16 or later, or Node 26. This is Node ${process.versions.node}. Install a current one from https://nodejs.org, then run this again.\n`,
  );
  process.exit(3);
}
module.enableCompileCache();
// People have no use for what Node says of its own features.
const { emitWarning } = process;
process.emitWarning = (/** @type {unknown[]} */ ...given) => {
  if (given[1] !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, given);
};

const args = process.argv.slice(2);
const mayServe = args.includes('serve') || args.includes('start');
const supervisor = mayServe ? await import('./supervise.ts') : undefined;
// Scripts ask for it, and the commands take four times as long to load.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  const { VERSION } = await import('#config/version.ts');
  process.stdout.write(`${VERSION}\n`);
} else if (supervisor?.isSupervised(args)) {
  process.exit(await supervisor.supervise(fileURLToPath(import.meta.url), args));
} else {
  const { run } = await import('./run.ts');
  await run(process.argv);
}

#!/usr/bin/env node
/**
 * The `gloss` command. The compile cache makes later starts faster. This file is plain JavaScript,
 * so that TypeScript support only loads if something isn't cached.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// An older Node can't load the rest. The versions match `engines` in package.json.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!((major === 24 && minor >= 16) || major >= 26)) {
  process.stderr.write(
    `Gloss needs Node 24.16 or later, or Node 26. This is Node ${process.versions.node}. Install a current one from https://nodejs.org, then run this again.\n`,
  );
  process.exit(3);
}
module.enableCompileCache();
// Node's warnings about its own features don't help users.
const { emitWarning } = process;
process.emitWarning = (/** @type {unknown[]} */ ...given) => {
  if (given[1] !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, given);
};

const args = process.argv.slice(2);
const mayServe = args.includes('serve') || args.includes('start');
const supervisor = mayServe ? await import('./supervise.ts') : undefined;
// Only scripts need completions, which take four times as long to load.
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  const { VERSION } = await import('#config/version.ts');
  process.stdout.write(`${VERSION}\n`);
} else if (supervisor?.isSupervised(args)) {
  process.exit(await supervisor.supervise(fileURLToPath(import.meta.url), args));
} else {
  const { run } = await import('./run.ts');
  await run(process.argv);
}

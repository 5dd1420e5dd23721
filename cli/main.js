#!/usr/bin/env node
/**
 * The `gloss` command. What is compiled once is kept, so that the next command starts faster. Plain JavaScript, for what reads
 * TypeScript is not loaded where all else was kept.
 */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache();
const args = process.argv.slice(2);
const supervisor = args.includes('serve') ? await import('./supervise.ts') : undefined;
if (supervisor?.isSupervised(args)) {
  process.exit(await supervisor.supervise(fileURLToPath(import.meta.url), args));
} else {
  const { run } = await import('./run.ts');
  await run(process.argv);
}

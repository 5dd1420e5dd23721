#!/usr/bin/env node
/**
 * The `gloss` command. What is compiled once is kept, so that the next command starts faster. Plain JavaScript, for what reads
 * TypeScript is not loaded where all else was kept.
 */
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { run } = await import('./run.ts');
await run(process.argv);

#!/usr/bin/env node
/** `npx gloss-notes`: the `gloss` command, with `start` as the default command. */
if (process.argv.length === 2) process.argv.push('start');
await import('./main.js');

#!/usr/bin/env node
/** `npx gloss-notes`: the `gloss` command, which starts Gloss if no command is named. */
if (process.argv.length === 2) process.argv.push('start');
await import('./main.js');

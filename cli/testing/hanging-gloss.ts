/**
 * `gloss serve` and `gloss worker`, except that the stage `fetch` loops forever on a page that says
 * HANG. The same arguments decide whether they are supervised.
 */
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { runWorker } from '#api/server.ts';
import { createLog } from '#config/log.ts';
import { readSettings } from '#config/settings.ts';
import type { StageRunner } from '#pipeline/stages/contract.ts';
import { STAGE_RUNNERS } from '#pipeline/stages/registry.ts';
import { serve, serveUntilStopped, untilItEnds } from '../commands/serve.ts';
import { createOutput } from '../render/output.ts';
import { listenForStop } from '../stop-signal.ts';
import { isSupervised, supervise } from '../supervise.ts';

const fetchOrHang: StageRunner = async (input) => {
  const { source, ports } = input;
  const { bytes } = await ports.net.fetch(source.canonicalUrl, { maxBytes: 1_000_000 });
  if (new TextDecoder().decode(bytes).includes('HANG')) for (;;);
  return STAGE_RUNNERS.fetch(input);
};
const stages = { ...STAGE_RUNNERS, fetch: fetchOrHang };

const args = process.argv.slice(2);
if (isSupervised(args)) process.exit(await supervise(fileURLToPath(import.meta.url), args));
const signal = listenForStop();
const settings = readSettings();
const out = createOutput(true);
const program = new Command('gloss');
serve
  .describe(program)
  .option('--json')
  .action(async (options: Record<string, unknown>) => {
    process.exit(await serveUntilStopped({ settings, out, signal }, options, { stages }));
  });
program.command('worker').action(async () => {
  const running = await runWorker(settings, createLog(settings.logLevel), { stages, watchdog: {} });
  process.exit(await untilItEnds(running, signal, out));
});
await program.parseAsync(process.argv);

/** A process with a watchdog that blocks its own event loop, in the way named by its argument. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { createLog } from '#config/log.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Job } from '#pipeline/queue/index.ts';
import { createWatchdog } from '../watchdog.ts';

const COUNT_FOR_EVER =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c';
const FREE_AFTER_MS = 500;
const ENOUGH_BEATS_MS = 4_000;

const ways: Record<string, () => unknown> = {
  loop() {
    for (;;);
  },
  expression: () => /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  async promises() {
    for (;;) await null;
  },
  database: () => new DatabaseSync(':memory:').prepare(COUNT_FOR_EVER).get(),
  async short() {
    const until = performance.now() + FREE_AFTER_MS;
    while (performance.now() < until);
    await wait(ENOUGH_BEATS_MS);
    process.exit(0);
  },
};

const [folder = '', way = '', where = 'stage'] = process.argv.slice(2);
const idOf = (name: string) => `01900000-0000-7000-8000-00000000000${name}` as SourceId;
const job = (name: string): Job => ({ sourceId: idOf(name), version: 1, stage: 'fetch' });
const watchdog = createWatchdog({ folder, log: createLog('info'), blockedMs: 1_500 });
watchdog.start();

const innocent = () => watchdog.run(job('1'), () => wait(60_000));
const block = async () => {
  await wait(100);
  await ways[way]?.();
};
void innocent();
if (where === 'stage') await watchdog.run(job('2'), block);
else await block();

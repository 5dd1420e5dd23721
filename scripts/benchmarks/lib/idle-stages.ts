/**
 * A worker with empty stages, to measure the overhead of Gloss. Prints `{seconds, cpuS}` of
 * processing an import: feeding, claims, commits of each stage, settling.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#config/log.ts';
import { startImport } from '#pipeline/imports/index.ts';
import { openDatabase } from '#api/db/connection.ts';
import { migrate } from '#api/db/migrate.ts';
import { migrations } from '#api/db/migrations/index.ts';
import { openStubPipeline } from '#api/testing/stub-pipeline.ts';

const count = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
const file = join(folder, 'gloss.sqlite');
const log = createLog('error');
const database = await openDatabase({ file, log });
await migrate(database, { file, log, migrations });
const { owner, threads, imports, staging, queue, work } = await openStubPipeline(database, log);
const thread = await threads.create(owner._id, 'Benchmark');
const items = Array.from({ length: count }, (_, n) => ({
  kind: 'source' as const,
  url: `https://site-${n % 100}.example.org/article/${n}`,
  title: `Article ${n}`,
  tags: ['saved'],
  highlights: [],
}));
const { _id } = await startImport(
  staging,
  owner._id,
  { name: 'benchmark', threadId: thread.id, items },
  new Map(),
);

const { promise: done, resolve } = Promise.withResolvers<void>();
imports.onChange(
  () =>
    void imports.find(owner._id, _id).then((row) => {
      if (row?.finishedAt) resolve();
    }),
);
const cpu = process.cpuUsage();
const startedAt = performance.now();
const stop = await work();
await done;
const { user, system } = process.cpuUsage(cpu);
const { added } = (await imports.counts([_id])).get(_id) ?? { added: 0 };
if (added !== count) throw new Error(`${added} of ${count} were read`);
process.stdout.write(
  JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, cpuS: (user + system) / 1e6 }),
);
await stop();
await queue.close();
await database.close();
rmSync(folder, { recursive: true, force: true });

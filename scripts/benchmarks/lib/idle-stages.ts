/**
 * A worker whose stages do nothing: what is left is what Gloss itself costs. Prints `{seconds, cpuS}` of working off an import
 * of so many lines: feeding, claims, commits of each stage, settling.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#config/log.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import { createListings, createPlan, startFeeder, startImport } from '#pipeline/imports/index.ts';
import { Imports, ImportWork, Library } from '#pipeline/library/index.ts';
import { createDatabaseQueue } from '#pipeline/queue/index.ts';
import { createRunner } from '#pipeline/run/runner.ts';
import { claim } from '#pipeline/sources/registry.ts';
import type { StageRunner } from '#pipeline/stages/contract.ts';
import { Accounts } from '#api/features/accounts/index.ts';
import { Threads } from '#api/features/threads/index.ts';
import { openDatabase } from '#api/db/connection.ts';
import { migrate } from '#api/db/migrate.ts';
import { migrations } from '#api/db/migrations/index.ts';

const CONCURRENCY = 6;
const count = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
const file = join(folder, 'gloss.sqlite');
const log = createLog('error');
const database = await openDatabase({ file, log, url: undefined });
await migrate(database, { file, log, migrations });
const owner = await new Accounts(database).owner();
const threads = new Threads(database);
const thread = await threads.create(owner._id, 'Benchmark');
const library = new Library(database);
const queue = createDatabaseQueue({ database, log });
const imports = new Imports(database);
const ports = {
  database, library, imports, work: new ImportWork(database, imports), plan: createPlan({ claim, checkAddress: () => undefined }),
  hold: threads.hold.bind(threads), queue, log, backlog: 4 * CONCURRENCY, perHost: 2, isPaced: () => false,
};
const nothing: StageRunner = async () => ({ artifact: {} });
const ready: StageRunner = async () => ({ artifact: {}, patch: { embeddingStatus: EmbeddingStatus.ready, refreshedAt: new Date() } });
const unused = (): never => { throw new Error('a stage that does nothing asks for nothing'); };
const runner = createRunner({
  database, queue, log, jobTimeoutMs: 60_000, onMerged: async () => undefined,
  ports: { library, get files() { return unused(); }, get net() { return unused(); }, get parser() { return unused(); }, get index() { return unused(); }, get anchors() { return unused(); }, limits: { maxPageBytes: 1, maxPdfBytes: 1 } },
  stages: { fetch: nothing, extract: nothing, snapshot: nothing, chunk: nothing, embed: nothing, index: ready, refresh: nothing },
});
const items = Array.from({ length: count }, (_, n) => ({ kind: 'source' as const, url: `https://site-${n % 100}.example.org/article/${n}`, title: `Article ${n}`, tags: ['saved'], highlights: [] }));
const { _id } = await startImport(ports, owner._id, { name: 'benchmark', threadId: thread.id, items }, new Map());

const { promise: done, resolve } = Promise.withResolvers<void>();
imports.onChange(() => void imports.find(owner._id, _id).then((row) => { if (row?.finishedAt) resolve(); }));
const cpu = process.cpuUsage();
const startedAt = performance.now();
const worker = await queue.work(runner.handler, { concurrency: CONCURRENCY });
const feeder = startFeeder({ ...ports, listings: createListings({ ...ports, open: unused }) });
await done;
const { user, system } = process.cpuUsage(cpu);
const { added } = (await imports.counts([_id])).get(_id) ?? { added: 0 };
if (added !== count) throw new Error(`${added} of ${count} were read`);
process.stdout.write(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, cpuS: (user + system) / 1e6, systemS: system / 1e6 }));
await feeder.stop();
await worker.stop();
await queue.close();
await database.close();
rmSync(folder, { recursive: true, force: true });

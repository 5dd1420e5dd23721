/**
 * A recorded paper, replayed edit by edit into plain Yjs, into Gloss including its disk, and into
 * Hocuspocus; and opened again.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { Database as DatabaseExtension } from '@hocuspocus/extension-database';
import { Server } from '@hocuspocus/server';
import { v7 as uuid } from 'uuid';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { z } from 'zod';
import { createLog } from '#config/log.ts';
import { ThreadId } from '#core/contract/id.ts';
import { attachCollab } from '../../api/collab/index.ts';
import { openClient } from '../../api/collab/testing/client.ts';
import { createUpdateLog } from '../../api/collab/update-log.ts';
import { createUpdateStore } from '../../api/collab/update-store.ts';
import { openDatabase } from '../../api/db/connection.ts';
import { migrate } from '../../api/db/migrate.ts';
import { migrations } from '../../api/db/migrations/index.ts';
import { withDataDir } from './lib/gloss-process.ts';
import { evalData } from './lib/retrieval.ts';
import { report, skipped } from './lib/table.ts';

const Trace = z.object({
  endContent: z.string(),
  txns: z.array(z.object({ patches: z.array(z.tuple([z.number(), z.number(), z.string()])) })),
});
type Trace = z.infer<typeof Trace>;
/** Edits per turn; between turns the server handles other events. */
const AT_ONCE = 50;
const TEXT = 'words';
const log = createLog('error');

/** Applies each edit in a separate transaction, sent as an update. */
async function type(document: Doc, { txns, endContent }: Trace): Promise<void> {
  const text = document.getText(TEXT);
  for (const [n, { patches }] of txns.entries()) {
    document.transact(
      () => {
        for (const [at, gone, come] of patches) {
          if (gone > 0) text.delete(at, gone);
          if (come) text.insert(at, come);
        }
      },
      { source: 'local' },
    );
    if (n % AT_ONCE === 0) await turn();
  }
  if (text.toJSON() !== endContent) throw new Error('the trace does not end as it should');
}
/** Elapsed seconds, and CPU seconds of this process, which don't depend on the load of the machine. */
interface Took {
  clock: number;
  cpu: number;
}
const timed = async (work: () => Promise<void>): Promise<Took> => {
  const from = performance.now();
  const used = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(used);
  return { clock: (performance.now() - from) / 1000, cpu: (user + system) / 1e6 };
};

async function plain(trace: Trace): Promise<{ typed: Took; openedS: number }> {
  const document = new Doc();
  let bytes = 0;
  document.on('update', (update: Uint8Array) => {
    bytes += update.length;
  });
  const typed = await timed(() => type(document, trace));
  const state = encodeStateAsUpdate(document);
  if (bytes < state.length) throw new Error('not every update was encoded');
  return { typed, openedS: (await timed(async () => applyUpdate(new Doc(), state))).clock };
}

/** Opens a client in a separate process, so that its work isn't counted. */
async function withWindow<T>(url: string, threadId: string, use: () => Promise<T>): Promise<T> {
  const child = fork(join(import.meta.dirname, 'lib/collab-window.ts'), [url, threadId], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  await once(child, 'message');
  try {
    return await use();
  } finally {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  }
}
/** Time from the connection to the complete text. */
async function open(url: string, threadId: string, { endContent }: Trace): Promise<number> {
  const client = openClient({ url, threadId });
  const { clock: openedS } = await timed(
    () =>
      new Promise((done) => {
        client.provider.on('synced', () => done());
      }),
  );
  if (client.document.getText(TEXT).length !== endContent.length)
    throw new Error('it was not opened whole');
  client.close();
  return openedS;
}

async function openGlossDatabase(file: string) {
  const database = await openDatabase({ file, log });
  await migrate(database, { file, log, migrations });
  return database;
}
/** The log that Gloss adds to Yjs, up to the disk. */
async function logged(trace: Trace, folder: string): Promise<Took> {
  const database = await openGlossDatabase(join(folder, 'log.sqlite'));
  const updates = createUpdateLog(createUpdateStore(database, log), log, {
    failing: () => undefined,
    recovered: () => undefined,
  });
  const document = Object.assign(new Doc(), { name: 'paper' });
  await updates.extension.onLoadDocument?.({ document, documentName: 'paper' } as never);
  const took = await timed(async () => {
    await type(document, trace);
    await updates.whenDurable('paper');
  });
  await database.close();
  return took;
}

async function gloss(
  trace: Trace,
  folder: string,
): Promise<{ typed: Took; openedS: number; foldedS: number; rows: number }> {
  const database = await openGlossDatabase(join(folder, 'gloss.sqlite'));
  const threadId = ThreadId.parse(uuid());
  const serve = async (rows: number) => {
    const server = createServer();
    const collab = attachCollab({
      server,
      database,
      log,
      allowedOrigins: () => [],
      authorise: async () => ({ user: null, access: 'write' }),
      compaction: { rows, bytes: rows === Infinity ? Infinity : 1 },
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    return {
      collab,
      url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/collab`,
      async close() {
        await collab.close();
        await new Promise((done) => {
          server.close(done);
        });
      },
    };
  };
  const first = await serve(Infinity);
  const typed = await withWindow(first.url, threadId, async () => {
    const document = await first.collab.sharedDocument(threadId);
    return timed(async () => {
      await type(document, trace);
      await first.collab.editDocument(threadId, () => undefined);
    });
  });
  await first.close();
  const [counted] = (await database.sequelize.query(
    'SELECT count(*) AS n FROM collab_updates',
  )) as [{ n: number }[], unknown];
  const second = await serve(1);
  const openedS = await open(second.url, threadId, trace);
  await second.collab.editDocument(threadId, (shared) => {
    shared.getMap('touched').set('at', 1);
  });
  await second.close();
  const third = await serve(Infinity);
  const foldedS = await open(third.url, threadId, trace);
  await third.close();
  await database.close();
  return { typed, openedS, foldedS, rows: counted[0]?.n ?? 0 };
}

async function hocuspocus(trace: Trace, folder: string): Promise<{ typed: Took; openedS: number }> {
  const database = new DatabaseSync(join(folder, 'hocuspocus.sqlite'));
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE documents (name TEXT PRIMARY KEY, data BLOB NOT NULL)',
  );
  const serve = async () => {
    const server = new Server({
      quiet: true,
      stopOnSignals: false,
      port: 0,
      address: '127.0.0.1',
      extensions: [
        new DatabaseExtension({
          fetch: async ({ documentName }) =>
            (database.prepare('SELECT data FROM documents WHERE name = ?').get(documentName)?.[
              'data'
            ] as Uint8Array | undefined) ?? null,
          store: async ({ documentName, state }) => {
            database
              .prepare('INSERT OR REPLACE INTO documents (name, data) VALUES (?, ?)')
              .run(documentName, state);
          },
        }),
      ],
    });
    await server.listen();
    return { server, url: `ws://127.0.0.1:${server.address.port}/collab` };
  };
  const threadId = uuid();
  const first = await serve();
  const typed = await withWindow(first.url, threadId, async () => {
    const document = first.server.hocuspocus.documents.get(`thread:${threadId}`);
    if (!document) throw new Error('Hocuspocus has no such document');
    return timed(() => type(document, trace));
  });
  await first.server.destroy();
  const second = await serve();
  const openedS = await open(second.url, threadId, trace);
  await second.server.destroy();
  database.close();
  return { typed, openedS };
}

export async function traceRows(): Promise<void> {
  const file = join(evalData(), 'collab/automerge-paper.json.gz');
  if (!existsSync(file))
    return skipped('collab-trace', 'the editing trace is not there (GLOSS_EVAL_DATA)');
  const trace = Trace.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')));
  await withDataDir(async (folder) => {
    await plain(trace);
    const alone = await plain(trace);
    const logOnly = await logged(trace, folder);
    const ours = await gloss(trace, folder);
    const theirs = await hocuspocus(trace, folder);
    const row = (how: string, { clock, cpu }: Took) => ({
      how,
      'typed s': clock,
      'times plain Yjs': clock / alone.typed.clock,
      'CPU s': cpu,
      'times its CPU': cpu / alone.typed.cpu,
    });
    report(
      'collab-trace',
      `${trace.txns.length.toLocaleString('en')} edits of a paper, each an update of its own; then opened`,
      [
        {
          ...row('plain Yjs, every update encoded', alone.typed),
          'opened ms': alone.openedS * 1000,
        },
        row('Gloss, its log up to the disk', logOnly),
        {
          ...row('Gloss, the whole server up to the disk, a window open', ours.typed),
          'opened ms': ours.foldedS * 1000,
          'rows of its log': ours.rows,
          'opened from the rows ms': ours.openedS * 1000,
        },
        {
          ...row('Hocuspocus, the whole server in memory, a window open', theirs.typed),
          'opened ms': theirs.openedS * 1000,
        },
      ],
    );
  });
}

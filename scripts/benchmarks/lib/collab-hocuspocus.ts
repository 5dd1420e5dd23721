/** Hocuspocus with default settings and its database extension over the same SQLite. */
import { DatabaseSync } from 'node:sqlite';
import { Database } from '@hocuspocus/extension-database';
import { Server } from '@hocuspocus/server';
import { tellHeld } from './collab-hosts.ts';

const [file = '', port = '0'] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, data BLOB NOT NULL)',
);
const read = database.prepare('SELECT data FROM documents WHERE name = ?');
const write = database.prepare(
  'INSERT INTO documents (name, data) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET data = excluded.data',
);
const server = new Server({
  quiet: true,
  stopOnSignals: false,
  port: Number(port),
  address: '127.0.0.1',
  extensions: [
    new Database({
      fetch: async ({ documentName }) =>
        (read.get(documentName)?.['data'] as Uint8Array | undefined) ?? null,
      store: async ({ documentName, state }) => {
        write.run(documentName, state);
        process.send?.({ of: 'stored' });
      },
    }),
  ],
});
tellHeld();
process.on('SIGTERM', () => {
  void server.destroy().then(() => process.exit(0));
});
await server.listen();
process.send?.({ of: 'ready', port: server.address.port });

/** A server with only Gloss's shared documents, over SQLite. All clients may write; the token is the user. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attachCollab } from '../../../api/collab/index.ts';
import { openDatabase } from '../../../api/db/connection.ts';
import { migrate } from '../../../api/db/migrate.ts';
import { migrations } from '../../../api/db/migrations/index.ts';
import { createLog } from '#config/log.ts';
import { tellHeld } from './collab-hosts.ts';

const [file = '', port = '0'] = process.argv.slice(2);
const log = createLog('error');
const database = await openDatabase({ file, log });
await migrate(database, { file, log, migrations });
const server = createServer();
const collab = attachCollab({
  server,
  database,
  log,
  allowedOrigins: () => [],
  limits: {
    clientsPerDocument: 1000,
    readersPerDocument: 1000,
    sessionsPerUser: 1000,
    socketsPerUser: 1000,
  },
  waiting: { perAddress: 1000 },
  authorise: async ({ token }) => ({
    user: { _id: token.accessToken, name: token.accessToken },
    access: 'write',
  }),
});
tellHeld();
process.on('SIGTERM', () => {
  void collab
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});
server.listen(Number(port), '127.0.0.1', () =>
  process.send?.({ of: 'ready', port: (server.address() as AddressInfo).port }),
);

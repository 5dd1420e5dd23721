/** A collaboration server as a process that a test kills. Prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { createLog } from '#config/log.ts';
import { openDatabase } from '../../db/connection.ts';
import { clientAddress } from '../../http/client-address.ts';
import { openRelay } from '../open-relay.ts';
import { attachCollab } from '../server.ts';

const { port, redisUrl, trustedProxies, ...location } = z
  .object({
    url: z.string().optional(),
    file: z.string(),
    port: z.int().default(0),
    redisUrl: z.string().optional(),
    trustedProxies: z.array(z.string()).default([]),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));
const log = createLog('warn');
const server = createServer();
attachCollab({
  server,
  log,
  database: await openDatabase({ ...location, log }),
  allowedOrigins: () => [],
  addressOf: clientAddress(trustedProxies),
  authorise: async () => ({ user: null, access: 'write' }),
  compaction: { rows: 40 },
  relay: redisUrl === undefined ? undefined : await openRelay(redisUrl, log),
});
server.listen(port, '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
);

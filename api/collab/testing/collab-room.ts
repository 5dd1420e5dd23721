/** A collaboration server in this process on a given database, with three known users. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 as uuid } from 'uuid';
import { ThreadId } from '#core/contract/id.ts';
import type { OpenedTestDatabase } from '../../db/testing/test-database.ts';
import type { Admission } from '../socket.ts';
import { attachCollab, type CollabOptions, type CollabServer } from '../server.ts';
import { type ClientOptions, openClient, type TestClient } from './client.ts';

export const ORIGIN = 'http://gloss.test';

export interface Room {
  threadId: ThreadId;
  /** `ws://…/collab` */
  url: string;
  collab: CollabServer;
  /** by access token; a test changes it to change access */
  guests: Map<string, Admission>;
  join(options?: Partial<ClientOptions>): TestClient;
  close(): Promise<void>;
}

export async function openRoom(
  { database, log }: OpenedTestDatabase,
  options: Partial<CollabOptions> = {},
  threadId = ThreadId.parse(uuid()),
): Promise<Room> {
  const guests = new Map<string, Admission>([
    ['writer', { user: { _id: 'u1', name: 'Ada' }, access: 'write' }],
    ['second', { user: { _id: 'u2', name: 'Ben' }, access: 'write' }],
    ['reader', { user: null, access: 'read' }],
  ]);
  const server = createServer();
  const collab = attachCollab({
    server,
    database,
    log,
    allowedOrigins: () => [ORIGIN],
    authorise: async ({ token, cookie }) =>
      guests.get(token.accessToken || (cookie ?? '').replace('session=', '')),
    ...options,
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/collab`;
  const clients: TestClient[] = [];
  return {
    threadId,
    collab,
    guests,
    url,
    join(more) {
      const client = openClient({ url, threadId, ...more });
      clients.push(client);
      return client;
    },
    async close() {
      for (const client of clients) client.close();
      await collab.close();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}

/** Opens rooms on a database that is opened later. */
export function roomsIn(opened: () => OpenedTestDatabase) {
  const rooms: Room[] = [];
  return {
    async room(
      ...args: Parameters<typeof openRoom> extends [unknown, ...infer Rest] ? Rest : never
    ): Promise<Room> {
      const made = await openRoom(opened(), ...args);
      rooms.push(made);
      return made;
    },
    closeRooms: async (): Promise<void> => {
      for (const room of rooms.splice(0)) await room.close();
    },
  };
}

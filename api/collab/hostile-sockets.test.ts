import { connect as connectTcp } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openOnSqlite, type OpenedTestDatabase } from '../db/testing/test-database.ts';
import { clientAddress } from '../http/client-address.ts';
import { roomsIn } from './testing/collab-room.ts';
import {
  authMessage,
  awarenessMessage,
  floodAwareness,
  floodUnauthenticated,
  openEditor,
  openRaw,
  type RawSocket,
} from './testing/raw-socket.ts';

const asRaw = (raw: RawSocket | number): RawSocket => {
  if (typeof raw === 'number') throw new Error(`refused with ${raw}`);
  return raw;
};
/** Sets the client address of a test. */
const from = (address: string) => ({ 'x-forwarded-for': address });
const trustedProxies = ['127.0.0.1'];
const addressOf = clientAddress(trustedProxies);

describe('sockets before sign-in', () => {
  let opened: OpenedTestDatabase;
  const { room, closeRooms } = roomsIn(() => opened);
  const open = openOnSqlite();
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(closeRooms);

  it('are limited to twenty per address, without keeping others out', async () => {
    const { url, threadId, join } = await room({ addressOf });
    const flood = await floodUnauthenticated(url, 50, { bytes: 0 });
    expect(flood.open).toBe(20);
    expect(new Set(flood.refused)).toEqual(new Set([429]));
    const elsewhere = join({ headers: from('192.0.2.7') });
    await eventually(() => expect(elsewhere.isSaved()).toBe(true));
    flood.close();
    const here = await eventually(async () => asRaw(await openRaw({ url, threadId })));
    expect(here.isOpen()).toBe(true);
  });

  it('of an IPv6 network count as one address', async () => {
    const { url } = await room({ addressOf });
    const flood = await floodUnauthenticated(url, 30, {
      bytes: 0,
      headersOf: (n) => from(`2001:db8::${n + 1}`),
    });
    expect([flood.open, flood.refused.length]).toEqual([20, 10]);
  });

  it('may send 64 kB, complete messages or not, and are closed when they send more', async () => {
    const { url, threadId } = await room();
    const little = asRaw(await openRaw({ url, threadId }));
    little.send(Buffer.concat([Buffer.from([43]), Buffer.from(little.name), Buffer.alloc(50_000)]));
    const much = asRaw(await openRaw({ url, threadId }));
    much.send(Buffer.concat([Buffer.from([43]), Buffer.from(much.name), Buffer.alloc(70_000)]));
    await much.closed;
    expect(little.isOpen()).toBe(true);
    // The start of a 4 MB frame that never ends.
    const stream = connectTcp(Number(new URL(url).port), '127.0.0.1');
    const ended = new Promise((resolve) => {
      stream.on('close', resolve);
    });
    stream.on('error', () => undefined).resume();
    stream.write(
      'GET /collab HTTP/1.1\r\nHost: gloss.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    stream.write(Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0x40, 0, 0, 1, 2, 3, 4]));
    stream.write(Buffer.alloc(100_000));
    await ended;
  });

  it('are closed after the sign-in timeout, also in the middle of a frame', async () => {
    const { url, threadId } = await room({ waiting: { signInMs: 100 } });
    const silent = asRaw(await openRaw({ url, threadId }));
    expect(await silent.closed).toBe(NOTES_CLOSE_CODES.notAdmitted);
    const signedIn = await openEditor({ url, threadId });
    await wait(150);
    expect(signedIn.isOpen()).toBe(true);
  });

  it('make room for the newest by closing the oldest', async () => {
    const { url, threadId } = await room({ addressOf, waiting: { total: 3 } });
    const strangers = [];
    for (let n = 0; n < 4; n += 1)
      strangers.push(asRaw(await openRaw({ url, threadId, headers: from(`192.0.2.${n}`) })));
    await strangers[0]?.closed;
    expect(strangers.map((it_) => it_.isOpen())).toEqual([false, true, true, true]);
  });

  it('are closed, oldest first, when they send too much in total, and newer ones are accepted', async () => {
    const { url, threadId, join } = await room({ addressOf, waiting: { totalBytes: 200_000 } });
    const strangers: RawSocket[] = [];
    for (let n = 0; n < 6; n += 1) {
      const stranger = asRaw(await openRaw({ url, threadId, headers: from(`192.0.2.${n}`) }));
      strangers.push(stranger);
      stranger.send(
        Buffer.concat([Buffer.from([43]), Buffer.from(stranger.name), Buffer.alloc(50_000)]),
      );
    }
    await strangers[0]?.closed;
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
  });

  it('may only send messages that the page sends', async () => {
    const { url, threadId } = await room();
    // An awareness message with a two-byte type, and one with an unknown type.
    for (const kind of [[0x81, 0], [9]]) {
      const raw = await openEditor({ url, threadId });
      raw.send(
        Buffer.concat([Buffer.from([43]), Buffer.from(raw.name), Buffer.from([...kind, 1, 0])]),
      );
      expect(await raw.closed).toBe(NOTES_CLOSE_CODES.unexpected);
    }
  });

  it('are for one document each, without Hocuspocus sessions', async () => {
    const { url, threadId, collab } = await room();
    const raw = await openEditor({ url, threadId });
    raw.send(authMessage(`${raw.name}\0second`, threadId, 'writer'));
    expect(await raw.closed).toBe(NOTES_CLOSE_CODES.unexpected);
    const session = asRaw(await openRaw({ url, threadId }));
    session.send(authMessage(`${session.name}\0first`, threadId, 'writer'));
    expect(await session.closed).toBe(NOTES_CLOSE_CODES.unexpected);
    await eventually(() => expect(collab.health().connections).toBe(0));
  });
});

describe('seats for editors', () => {
  let opened: OpenedTestDatabase;
  const { room, closeRooms } = roomsIn(() => opened);
  const open = openOnSqlite();
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(closeRooms);

  it('are not taken by readers', async () => {
    const { join } = await room({
      addressOf,
      limits: { clientsPerDocument: 4, readersPerDocument: 3 },
    });
    const readers = Array.from({ length: 4 }, (_, n) =>
      join({ accessToken: 'reader', headers: from(`192.0.2.${n}`) }),
    );
    await eventually(() => expect(readers.filter((it_) => it_.provider.isSynced)).toHaveLength(3));
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    expect(readers.filter((it_) => it_.refused.includes('too-many-clients'))).toHaveLength(1);
  });

  it('are freed by closing a reader when all seats are taken', async () => {
    const { join } = await room({
      addressOf,
      limits: { clientsPerDocument: 3, readersPerDocument: 2 },
    });
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    const readers = [1, 2].map((n) =>
      join({ accessToken: 'reader', headers: from(`192.0.2.${n}`) }),
    );
    await eventually(() => expect(readers.every((it_) => it_.provider.isSynced)).toBe(true));
    const ben = join({ accessToken: 'second' });
    await eventually(() => expect(ben.isSaved()).toBe(true));
    await eventually(() =>
      expect(readers.some((it_) => it_.closed.includes(NOTES_CLOSE_CODES.tryLater))).toBe(true),
    );
    expect(ada.isSaved()).toBe(true);
  });

  it('are freed from people with several windows, and nobody has more than ten', async () => {
    const { join } = await room({ limits: { clientsPerDocument: 3, sessionsPerUser: 3 } });
    const windows = [join(), join(), join()];
    await eventually(() => expect(windows.every((it_) => it_.isSaved())).toBe(true));
    const fourth = join();
    await eventually(() => expect(fourth.refused).toContain('too-many-clients'));
    fourth.close();
    const ben = join({ accessToken: 'second' });
    await eventually(() => expect(ben.isSaved()).toBe(true));
    await eventually(() =>
      expect(windows.some((it_) => it_.closed.includes(NOTES_CLOSE_CODES.tryLater))).toBe(true),
    );
  });
});

describe('awareness messages of a hostile reader', () => {
  let opened: OpenedTestDatabase;
  const { room, closeRooms } = roomsIn(() => opened);
  const open = openOnSqlite();
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(closeRooms);

  it('barely reach people who join later, and are forgotten when the socket closes', async () => {
    const { url, threadId, join, collab } = await room();
    const flood = await floodAwareness({ url, threadId, accessToken: 'reader' });
    flood.send(
      awarenessMessage(
        flood.name,
        Array.from({ length: 500 }, (_, n) => n + 1),
        '{"cursor":{"head":1}}',
      ),
    );
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    await eventually(() => expect(ada.provider.awareness?.getStates().size).toBe(3));
    const next = await openEditor({ url, threadId });
    await eventually(() => expect(next.kinds).toContain(1));
    expect(next.received()).toBeLessThan(2000);
    expect(flood.isOpen()).toBe(true);
    flood.close();
    await eventually(() => expect(ada.provider.awareness?.getStates().size).toBe(1));
    expect(collab.health().documents).toBe(1);
  });

  it('are forwarded at most thirty times a second, including the last one', async () => {
    const { url, threadId, join } = await room();
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    let changes = 0;
    ada.provider.awareness?.on('change', () => {
      changes += 1;
    });
    const reader = await openEditor({ url, threadId, accessToken: 'reader' });
    const from_ = performance.now();
    for (let n = 1; n <= 3000; n += 1)
      reader.send(awarenessMessage(reader.name, [7], JSON.stringify({ cursor: { head: n } }), n));
    await eventually(() =>
      expect(ada.provider.awareness?.getStates().get(7)).toMatchObject({ cursor: { head: 3000 } }),
    );
    expect(changes).toBeLessThan(5 + (performance.now() - from_) / 30);
  });
});

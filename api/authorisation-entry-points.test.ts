/**
 * Access outside the API routes: sockets, signed addresses and agents. Tries every role with its
 * own ids, ids of others, and both mixed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Thread } from '#core/contract/thread.ts';
import { openClient, type TestClient } from './collab/testing/client.ts';
import { openOnSqlite } from './db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
  type Person,
} from './testing/accounts-server.ts';
import { dataOf, type Caller } from './testing/test-server.ts';

type Who =
  | 'owner'
  | 'editor'
  | 'viewer'
  | 'revoked'
  | 'stranger'
  | 'unverified'
  | 'reading'
  | 'expired'
  | 'before the reset'
  | 'token before the reset'
  | 'nobody';
/** Credentials that no longer work. */
const ENDED = ['expired', 'before the reset', 'token before the reset'] as const;
type Access = 'write' | 'read' | 'refused';
const ALL: readonly Who[] = [
  'owner',
  'editor',
  'viewer',
  'revoked',
  'stranger',
  'unverified',
  'reading',
  ...ENDED,
  'nobody',
];

describe('access outside the API routes', () => {
  const open = openOnSqlite();
  let test: AccountsServer;
  let tokens: Record<Who, string>;
  let people: Record<'owner' | 'editor' | 'viewer' | 'stranger', Person>;
  let shared: Thread;
  let byLink: Thread;
  let strangers: Thread;
  /** issued before the password reset */
  let oldUpload: string;
  beforeAll(async () => {
    test = await openAccountsServer(open);
    const [before, editor, viewer, revoked, stranger] = await Promise.all([
      test.person('Owner'),
      test.person('Editor'),
      test.person('Viewer'),
      test.person('Revoked'),
      test.person('Stranger'),
    ]);
    const unverified = await test.person('Unverified', { verified: false });
    const tokenOf = async (who: Caller, name: string, scope: 'read' | 'write') =>
      (dataOf(await who.post('me/tokens', { name, scope })) as { token: string }).token;
    const { _id: first } = dataOf(await before.post('threads', { title: 'First' })) as Thread;
    oldUpload = (
      dataOf(await before.get(`thread/v1/file/${first}?name=old.pdf`)) as { uploadURL: string }
    ).uploadURL;
    const endedToken = await tokenOf(before, 'before', 'write');
    await test.nobody.post('auth/forgot', { email: before.email });
    dataOf(
      await test.nobody.post('auth/reset', {
        token: await test.tokenIn(before.email, /new password/),
        password: PASSWORD,
      }),
    );
    const { accessToken } = dataOf(
      await test.nobody.post('auth/login', { email: before.email, password: PASSWORD }),
    ) as { accessToken: string };
    const owner: Person = { ...before, ...test.callAs(accessToken), token: accessToken };
    const threadOf = async (who: Person) =>
      dataOf(await who.post('threads', { title: 'Mine' })) as Thread;
    [shared, byLink, strangers] = [
      await threadOf(owner),
      await threadOf(owner),
      await threadOf(stranger),
    ];
    for (const [who, role] of [
      [editor, 'editor'],
      [viewer, 'viewer'],
      [revoked, 'editor'],
    ] as const)
      await owner.post(`threads/${shared._id}/members`, { email: who.email, role });
    await owner.delete(`threads/${shared._id}/members/${revoked.user._id}`);
    await owner.patch(`threads/${byLink._id}`, { visibility: 'link' });
    const [reading, expired] = [
      await tokenOf(owner, 'reads', 'read'),
      await tokenOf(owner, 'expires', 'write'),
    ];
    await test.server.parts.database.sequelize.query(
      "UPDATE personal_tokens SET expires_at = '2020-01-01 00:00:00.000 +00:00' WHERE name = 'expires'",
    );
    people = { owner, editor, viewer, stranger };
    tokens = {
      owner: owner.token,
      editor: editor.token,
      viewer: viewer.token,
      revoked: revoked.token,
      stranger: stranger.token,
      unverified: unverified.token,
      reading,
      expired,
      'before the reset': before.token,
      'token before the reset': endedToken,
      nobody: '',
    };
  });
  afterAll(() => test.close());

  /** Returns what a socket with this token may do to a document. */
  async function knock(
    accessToken: string,
    thread: Thread,
    name?: string,
  ): Promise<{ access: Access; client: TestClient }> {
    const client = openClient({
      url: `${test.server.url.replace('http', 'ws')}/collab`,
      threadId: thread._id,
      accessToken,
      ...(name === undefined ? {} : { name }),
    });
    const { promise, resolve } = Promise.withResolvers<Access>();
    client.provider.on('authenticated', ({ scope }: { scope: string }) =>
      resolve(scope === 'read-write' ? 'write' : 'read'),
    );
    client.provider.on('authenticationFailed', () => resolve('refused'));
    return { access: await promise, client };
  }

  it('lets people open the socket of notes only as their role in the thread allows', async () => {
    const found: Record<string, Access> = {};
    const readers: TestClient[] = [];
    for (const [where, thread] of [
      ['shared', shared],
      ['by its link', byLink],
    ] as const) {
      for (const who of ALL) {
        const { access, client } = await knock(tokens[who], thread);
        found[`${who}, ${where}`] = access;
        if (access === 'read') readers.push(client);
        else client.close();
      }
    }
    expect(found).toEqual({
      'owner, shared': 'write',
      'editor, shared': 'write',
      'viewer, shared': 'read',
      'revoked, shared': 'refused',
      'stranger, shared': 'refused',
      'unverified, shared': 'refused',
      'reading, shared': 'read',
      'nobody, shared': 'refused',
      ...Object.fromEntries(
        ENDED.flatMap((who) => [
          [`${who}, shared`, 'refused'],
          [`${who}, by its link`, 'refused'],
        ]),
      ),
      'owner, by its link': 'write',
      'editor, by its link': 'read',
      'viewer, by its link': 'read',
      'revoked, by its link': 'read',
      'stranger, by its link': 'read',
      'unverified, by its link': 'read',
      'reading, by its link': 'read',
      'nobody, by its link': 'read',
    });
    // Edits of readers stay local.
    for (const reader of readers) reader.type('written by a reader');
    for (const thread of [shared, byLink]) {
      const { client } = await knock(tokens.owner, thread);
      client.type('by its owner');
      await expect.poll(() => client.isSaved()).toBe(true);
      expect(client.words()).toBe('by its owner');
      client.close();
    }
    for (const reader of readers) reader.close();
  });

  it('lets a token open only the notes of its own thread', async () => {
    const mixed: [Who, Thread, string][] = [
      ['stranger', strangers, `thread:${shared._id}`],
      ['stranger', byLink, `thread:${shared._id}`],
      ['nobody', byLink, `thread:${shared._id}`],
      ['viewer', shared, `thread:${strangers._id}`],
      ['owner', shared, `thread:${shared._id} `],
      ['owner', shared, `THREAD:${shared._id}`],
      ['owner', shared, shared._id],
      ['owner', shared, ''],
    ];
    for (const [who, thread, name] of mixed) {
      const { access, client } = await Promise.race([
        knock(tokens[who], thread, name),
        wait(3_000, { access: 'refused' as Access, client: undefined }),
      ]);
      expect([who, name, access]).toEqual([who, name, 'refused']);
      client?.close();
    }
  });

  it('gives signed addresses of files only to people with access to the thread, for one purpose each', async () => {
    const file = dataOf(await people.owner.get(`thread/v1/file/${shared._id}?name=a.pdf`)) as {
      fileKey: string;
      fileURL: string;
      uploadURL: string;
    };
    const theirs = dataOf(
      await people.stranger.get(`thread/v1/file/${strangers._id}?name=b.pdf`),
    ) as { fileKey: string; uploadURL: string };
    const ask = async (who: keyof typeof people, thread: Thread, key: string) => {
      const { status, body } = await people[who].get(
        `thread/v1/file/${thread._id}?fileKey=${encodeURIComponent(key)}`,
      );
      return status === 200
        ? Object.keys((body as { data: object }).data)
            .sort()
            .join(' ')
        : status;
    };
    expect([
      await ask('owner', shared, file.fileKey),
      await ask('editor', shared, file.fileKey),
      await ask('viewer', shared, file.fileKey),
    ]).toEqual([
      'fileKey fileURL headers uploadURL',
      'fileKey fileURL headers uploadURL',
      'fileKey fileURL',
    ]);
    expect([
      await ask('stranger', shared, file.fileKey),
      await ask('owner', shared, theirs.fileKey),
      await ask('stranger', strangers, file.fileKey),
      await ask('editor', byLink, file.fileKey),
    ]).toEqual([404, 404, 404, 404]);

    const bytes = new TextEncoder().encode('%PDF-1.4\nstartxref\n0\n%%EOF');
    const pathOf = (url: string) => new URL(url).pathname;
    const put = async (path: string) =>
      (await test.content(path, { method: 'PUT', type: 'application/pdf', bytes })).status;
    const [payload = '', mac = ''] = pathOf(file.uploadURL).slice('/c/'.length).split('.');
    const [otherPayload = ''] = pathOf(theirs.uploadURL).slice('/c/'.length).split('.');
    expect([
      await put(pathOf(file.fileURL)),
      (await test.content(pathOf(file.uploadURL))).status,
      await put(`/c/${otherPayload}.${mac}`),
      await put(`/c/${payload}.`),
      await put(`/c/${payload}`),
    ]).toEqual([403, 403, 403, 403, 403]);
    expect([await put(pathOf(file.uploadURL)), await put(pathOf(file.uploadURL))]).toEqual([
      201, 403,
    ]);
    expect(await put(pathOf(oldUpload))).toBe(403);
  });

  it('lets agents in only with a token, as far as the token allows', async () => {
    const call = async (
      headers: Record<string, string>,
      method = 'tools/list',
      params: object = {},
    ) => {
      const reply = await fetch(`${test.server.url}/mcp`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return { status: reply.status, text: await reply.text() };
    };
    const session = test.browser();
    await session.call('POST', 'auth/login', {
      email: people.owner.email,
      password: 'correct horse battery',
    });
    const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    expect([
      (await call({})).status,
      (await call({ Cookie: cookie })).status,
      (await call({ Authorization: 'Bearer made-up' })).status,
      (await call({ Authorization: `Bearer ${tokens.owner}`, Origin: 'https://evil.example' }))
        .status,
    ]).toEqual([401, 401, 401, 403]);
    expect((await call({ Authorization: `Bearer ${tokens.reading}` })).status).toBe(200);
    for (const who of ENDED)
      expect([who, (await call({ Authorization: `Bearer ${tokens[who]}` })).status]).toEqual([
        who,
        401,
      ]);

    // A read-only token reads; asking uses the daily allowance, and adding writes.
    const use = async (token: string, name: string, input: object) =>
      (await call({ Authorization: `Bearer ${token}` }, 'tools/call', { name, arguments: input }))
        .text;
    expect(await use(tokens.reading, 'list', { what: 'threads' })).toContain(shared._id);
    expect(await use(tokens.reading, 'search', { query: 'otters' })).not.toContain('isError');
    expect(await use(tokens.reading, 'ask', { question: 'Why?', thread: shared._id })).toContain(
      'not_allowed: This token is read-only',
    );
    expect(
      await use(tokens.reading, 'add', { urls: ['https://example.com/'], thread: shared._id }),
    ).toContain('not_allowed: This token is read-only');
    expect(
      await use(tokens.reading, 'add', { urls: ['https://example.com/'], thread: 'A new one' }),
    ).toContain('not_allowed: This token is read-only');
    expect(dataOf(await people.owner.get(`threads/${shared._id}`))).toMatchObject({
      thread_sources: [],
    });
  });

  it('gives metrics only to the operator', async () => {
    const { port, host } = new URL(test.server.url);
    // Everyone on this machine may read metrics; this header means that a proxy forwards the
    // request of someone else.
    const ask = async (token: string) =>
      (
        await fetch(`http://127.0.0.1:${port}/metrics`, {
          headers: {
            Host: host,
            'X-Forwarded-For': '203.0.113.7',
            ...(token ? { Authorization: `Bearer ${token}` } : {}),
          },
        })
      ).status;
    const found = await Promise.all(ALL.map(async (who) => [who, await ask(tokens[who])]));
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(ALL.map((who) => [who, who === 'nobody' ? 401 : 403])),
    );
    expect(await ask(test.ownerToken)).toBe(200);
  });
});

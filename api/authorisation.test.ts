/**
 * Tries every route with every role, with its own ids, ids of others, and both mixed. The server
 * lists its routes; a route without a row here fails the test.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openOnSqlite } from './db/testing/test-database.ts';
import { createAuthenticator } from './testing/authenticator.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
  type Person,
} from './testing/accounts-server.ts';
import { ROWS, type Ids, type Row, type Who } from './testing/authorisation-rows.ts';
import { dataOf } from './testing/test-server.ts';

type Code = 'ok' | 401 | 403 | 404;
interface Reply {
  status: number;
  body: string;
}

describe('authorisation of routes', () => {
  const open = openOnSqlite();
  let test: AccountsServer;
  let people: Record<Exclude<Who, 'nobody'>, Person>;
  let shared: Ids;
  let byLink: Ids;
  let strangers: Ids;
  let routes: string[];
  /** required scope of a token, by route */
  const scopes = new Map<string, 'read' | 'write'>();

  beforeAll(async () => {
    test = await openAccountsServer(open, {
      worker: true,
      named: true,
      env: { GLOSS_FREE_QUESTIONS_PER_DAY: '1000' },
    });
    const [before, editor, viewer, revoked, stranger, unverified] = await Promise.all([
      test.person('Owner'),
      test.person('Editor'),
      test.person('Viewer'),
      test.person('Revoked'),
      test.person('Stranger'),
      test.person('Unverified', { verified: false }),
    ]);
    const as = (token: string): Person => ({
      ...test.callAs(token),
      email: before.email,
      user: before.user,
      token,
    });
    const tokenOf = async (who: Person, name: string, scope: 'read' | 'write') =>
      (dataOf(await who.post('me/tokens', { name, scope })) as { token: string }).token;
    const ended = await tokenOf(before, 'before', 'write');
    await test.nobody.post('auth/forgot', { email: before.email });
    dataOf(
      await test.nobody.post('auth/reset', {
        token: await test.tokenIn(before.email, /new password/),
        password: PASSWORD,
      }),
    );
    const owner = as(
      (
        dataOf(
          await test.nobody.post('auth/login', { email: before.email, password: PASSWORD }),
        ) as { accessToken: string }
      ).accessToken,
    );
    const [reading, expired] = [
      await tokenOf(owner, 'reads', 'read'),
      await tokenOf(owner, 'expires', 'write'),
    ];
    await test.server.parts.database.sequelize.query(
      "UPDATE personal_tokens SET expires_at = '2020-01-01 00:00:00.000 +00:00' WHERE name = 'expires'",
    );
    people = {
      owner,
      editor,
      viewer,
      revoked,
      stranger,
      unverified,
      reading: as(reading),
      expired: as(expired),
      'before the reset': before,
      'token before the reset': as(ended),
    };
    [shared, byLink, strangers] = [await idsOf(owner), await idsOf(owner), await idsOf(stranger)];
    for (const [who, role] of [
      [editor, 'editor'],
      [viewer, 'viewer'],
      [revoked, 'editor'],
    ] as const)
      await owner.post(`threads/${shared.thread}/members`, { email: who.email, role });
    await owner.delete(`threads/${shared.thread}/members/${revoked.user._id}`);
    await owner.patch(`threads/${byLink.thread}`, { visibility: 'link' });
    const { paths } = (await test.nobody.get('openapi.json')).body as {
      paths: Record<string, Record<string, { 'x-scope': 'read' | 'write' }>>;
    };
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, it] of Object.entries(methods))
        scopes.set(`${method.toUpperCase()} ${path.replace('/api/', '')}`, it['x-scope']);
    }
    routes = [...scopes.keys()];
  });
  afterAll(() => test.close());

  /** A thread of a person with one of everything. */
  async function idsOf(who: Person): Promise<Ids> {
    const { _id: thread } = dataOf(await who.post('threads', { title: 'Mine' })) as { _id: string };
    const {
      added: [source = ''],
    } = dataOf(
      await who.post('thread/addSource', {
        threadId: thread,
        url: `${test.site.origin}/otters.html`,
      }),
    ) as { added: string[] };
    await eventually(
      async () => {
        expect(dataOf(await who.get(`sources/${source}`))).toMatchObject({
          status: { embedding: 1 },
        });
      },
      { interval: 100 },
    );
    const { fileKey: file } = dataOf(await who.get(`thread/v1/file/${thread}?name=a.pdf`)) as {
      fileKey: string;
    };
    const { _id: imported } = dataOf(
      await who.post('imports', {
        name: 'links',
        items: [{ url: `${test.site.origin}/bees.html` }],
      }),
    ) as { _id: string };
    const { _id: follow } = dataOf(
      await who.post('follows', { url: `${test.site.origin}/feed.xml?${thread}` }),
    ) as { _id: string };
    const { _id: token } = dataOf(await who.post('me/tokens', { name: 'program' })) as {
      _id: string;
    };
    await test.nobody.post('auth/login', { email: who.email, password: PASSWORD });
    const { docs: signedIn } = dataOf(await who.get('me/sessions')) as {
      docs: { _id: string; current: boolean }[];
    };
    const session = signedIn.find((it) => !it.current)?._id ?? '';
    const {
      options: { challenge },
    } = dataOf(await who.post('me/passkeys/options')) as { options: { challenge: string } };
    const { _id: passkey } = dataOf(
      await who.post('me/passkeys', {
        name: 'key',
        answer: createAuthenticator().make({
          challenge,
          origin: test.server.url,
          host: 'localhost',
        }),
      }),
    ) as { _id: string };
    const { _id: member } = dataOf(
      await who.post(`threads/${thread}/members`, { email: 'waiting@example.org', role: 'viewer' }),
    ) as { _id: string };
    const { _id: post } = dataOf(
      await who.post('post/v1/create', {
        thread,
        blog_node_id: 'n',
        title: 'T',
        content: { type: 'doc', content: [{ type: 'paragraph' }] },
        sources: [],
      }),
    ) as { _id: string };
    const { _id: version } = dataOf(
      await who.post(`threads/${thread}/versions`, { name: 'First' }),
    ) as { _id: string };
    await send(who.token, {
      method: 'POST',
      path: 'ai/v2/chat/thread',
      body: { thread_id: thread, sources: [source], user_query: 'Why do otters hold hands?' },
    });
    const {
      docs: [answer],
    } = dataOf(await who.get(`threads/${thread}/answers`)) as { docs: { _id: string }[] };
    return {
      thread,
      source,
      file,
      import: imported,
      follow,
      token,
      member,
      post,
      version,
      passkey,
      session,
      answer: answer?._id ?? '',
      user: who.user._id,
    };
  }
  const absent = (): Ids => ({
    thread: uuidv7(),
    source: uuidv7(),
    file: `uploads/${uuidv7()}/${uuidv7()}`,
    import: uuidv7(),
    follow: uuidv7(),
    token: uuidv7(),
    member: uuidv7(),
    post: uuidv7(),
    version: uuidv7(),
    passkey: uuidv7(),
    session: uuidv7(),
    answer: uuidv7(),
    user: uuidv7(),
  });

  /** Does not wait for the end of streams. */
  async function send(
    token: string | undefined,
    { method, path, body }: { method: string; path: string; body?: unknown },
  ): Promise<Reply> {
    const gone = new AbortController();
    const response = await fetch(`${test.server.url}/api/${path}`, {
      method,
      redirect: 'manual',
      signal: gone.signal,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        'Content-Type':
          body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
      },
      ...(method === 'GET'
        ? {}
        : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body ?? {}) }),
    });
    const streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const text = streams ? '' : await response.text();
    if (streams) gone.abort();
    return { status: response.status, body: text };
  }
  const ask = (route: string, row: Row, who: Who, ids: Ids): Promise<Reply> => {
    const [method = '', path = ''] = route.split(' ');
    const filled = { method, path: `${(row.path ?? (() => path))(ids)}`, body: row.body?.(ids) };
    return send(who === 'nobody' ? undefined : people[who].token, filled);
  };
  const codeOf = ({ status }: Reply): Code | number =>
    status === 401 || status === 403 || status === 404 ? status : status < 500 ? 'ok' : status;

  const reads = (route: string, row: Row): boolean =>
    route.startsWith('GET ') ? row.writes !== true : row.reads === true;
  /** Returns all rows of the database by table, except for records of the requests themselves. */
  async function dump(): Promise<Record<string, string>> {
    const { sequelize } = test.server.parts.database;
    const [tables] = (await sequelize.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('audit_entries')",
    )) as [{ name: string }[], unknown];
    const rowsOf = async (name: string): Promise<[string, string]> => {
      const [rows] = (await sequelize.query(`SELECT * FROM "${name}"`)) as [
        Record<string, unknown>[],
        unknown,
      ];
      return [name, JSON.stringify(rows.map(({ last_used_at: _used, ...row }) => row))];
    };
    return Object.fromEntries(await Promise.all(tables.map(({ name }) => rowsOf(name))));
  }
  /** Waits until nothing is processed or answered in the background, and returns all rows. */
  async function quiet(): Promise<Record<string, string>> {
    let last = await dump();
    await eventually(
      async () => {
        const { sequelize } = test.server.parts.database;
        const [open] = await sequelize.query(
          "SELECT id FROM imports WHERE finished_at IS NULL AND state = 'running'",
        );
        expect(open).toEqual([]);
        // A stage that waits for its child process does not change rows for a while.
        const jobs = await test.server.parts.queue.counts();
        expect([jobs.waiting, jobs.background, jobs.running]).toEqual([0, 0, 0]);
        const now = await dump();
        const before = last;
        last = now;
        expect(now).toEqual(before);
      },
      { interval: 1_000 },
    );
    return last;
  }

  /**
   * Expected status by role, for a private thread of another person, a thread open to its link, and
   * one's own.
   */
  const EXPECTED: Record<
    Row['for'],
    { shared: Partial<Record<Who, Code>>; byLink?: Partial<Record<Who, Code>> }
  > = {
    everyone: { shared: {} },
    'signed in': { shared: { stranger: 'ok', unverified: 'ok', nobody: 401 } },
    'create credential': { shared: { stranger: 'ok', unverified: 403, nobody: 401 } },
    person: { shared: { stranger: 'ok', unverified: 'ok', nobody: 401 } },
    operator: { shared: { owner: 403, stranger: 403, unverified: 403, nobody: 401 } },
    own: { shared: { stranger: 404, unverified: 404, editor: 404, nobody: 401, owner: 'ok' } },
    'thread.read': {
      shared: {
        stranger: 404,
        revoked: 404,
        unverified: 404,
        nobody: 401,
        viewer: 'ok',
        editor: 'ok',
        owner: 'ok',
      },
      byLink: { nobody: 'ok', unverified: 'ok', stranger: 'ok' },
    },
    'thread.read, signed in': {
      shared: {
        stranger: 404,
        revoked: 404,
        unverified: 404,
        nobody: 401,
        viewer: 'ok',
        editor: 'ok',
        owner: 'ok',
      },
      byLink: { nobody: 401, unverified: 'ok', stranger: 'ok' },
    },
    'thread.ask': {
      shared: {
        stranger: 404,
        revoked: 404,
        unverified: 404,
        nobody: 401,
        viewer: 'ok',
        editor: 'ok',
        owner: 'ok',
      },
      byLink: { nobody: 401, unverified: 403, stranger: 'ok' },
    },
    'thread.write': {
      shared: {
        stranger: 404,
        revoked: 404,
        unverified: 404,
        nobody: 401,
        viewer: 403,
        editor: 'ok',
        owner: 'ok',
      },
      byLink: { nobody: 401, unverified: 403, stranger: 403 },
    },
    'thread.manage': {
      shared: {
        stranger: 404,
        revoked: 404,
        unverified: 404,
        nobody: 401,
        viewer: 403,
        editor: 403,
        owner: 'ok',
      },
      byLink: { nobody: 401, unverified: 403, stranger: 403 },
    },
  };

  it('has one row per route', () => {
    expect(routes.filter((route) => !(route in ROWS))).toEqual([]);
    expect(Object.keys(ROWS).filter((route) => !routes.includes(route))).toEqual([]);
    expect(
      Object.entries(ROWS).filter(
        ([route, row]) => scopes.get(route) !== (reads(route, row) ? 'read' : 'write'),
      ),
    ).toEqual([]);
  });

  it('changes nothing in a GET', async () => {
    const wrong: string[] = [];
    let before = await quiet();
    for (const [route, row] of Object.entries(ROWS)) {
      if (row.for === 'everyone' || !reads(route, row)) continue;
      const who = row.for === 'person' ? 'owner' : 'reading';
      for (const path of [row.path, ...(row.variants ?? [])]) {
        const reply = await ask(route, { ...row, ...(path && { path }) }, who, shared);
        if (reply.body.includes('"uploadURL"'))
          wrong.push(`${route} gives out where to put a file`);
        const after = await dump();
        const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
        if (changed.length > 0)
          wrong.push(`${route} (${reply.status}) changes ${changed.join(', ')}`);
        before = after;
      }
    }
    expect(wrong).toEqual([]);
  });

  it('answers each role as its row says, and the same for hidden and missing things', async () => {
    const wrong: string[] = [];
    for (const [route, row] of Object.entries(ROWS)) {
      for (const [where, ids] of [
        ['shared', shared],
        ['byLink', byLink],
      ] as const) {
        for (const [who, expected] of Object.entries(EXPECTED[row.for][where] ?? {}) as [
          Who,
          Code,
        ][]) {
          if (expected === 'ok' && (row.ends ?? row.none)) continue;
          const reply = await ask(route, row, who, ids);
          if (codeOf(reply) !== (expected === 'ok' ? (row.refuses ?? 'ok') : expected))
            wrong.push(
              `${route} (${where}) as ${who}: ${reply.status}, not ${expected} ${reply.body.slice(0, 120)}`,
            );
          // An editor sees the thread, so its owner-only parts may have another status than missing
          // ones.
          if (expected !== 404 || who === 'editor') continue;
          const none = await ask(route, row, who, absent());
          if (none.status !== reply.status || none.body !== reply.body)
            wrong.push(
              `${route} (${where}) as ${who}: ${reply.body} tells it from what is absent: ${none.body}`,
            );
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('lets a read-only token read what its owner may read, and nothing else', async () => {
    const wrong: string[] = [];
    for (const [route, row] of Object.entries(ROWS)) {
      if (row.for === 'everyone') continue;
      const isRead =
        reads(route, row) && !['person', 'create credential', 'operator'].includes(row.for);
      if (isRead && (row.ends ?? row.none)) continue;
      const reply = await ask(route, row, 'reading', shared);
      if (codeOf(reply) !== (isRead ? 'ok' : 403))
        wrong.push(
          `${route}: ${reply.status}, not ${isRead ? 'ok' : 403} ${reply.body.slice(0, 120)}`,
        );
      if (reply.body.includes('"uploadURL"')) wrong.push(`${route} gives out where to put a file`);
    }
    expect(wrong).toEqual([]);
  });

  it('refuses expired tokens, and all credentials from before a password reset', async () => {
    const wrong: string[] = [];
    for (const [route, row] of Object.entries(ROWS)) {
      if (row.for === 'everyone') continue;
      for (const who of ['expired', 'before the reset', 'token before the reset'] as const) {
        for (const [where, ids] of [
          ['shared', shared],
          ['byLink', byLink],
        ] as const) {
          const expected = where === 'byLink' && row.for === 'thread.read' ? 'ok' : 401;
          if (expected === 'ok' && (row.ends ?? row.none)) continue;
          const reply = await ask(route, row, who, ids);
          if (codeOf(reply) !== expected)
            wrong.push(`${route} (${where}) by ${who}: ${reply.status}, not ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("refuses ids of others mixed with ids of one's own", async () => {
    const wrong: string[] = [];
    const all = Object.keys(shared) as (keyof Ids)[];
    for (const [route, row] of Object.entries(ROWS)) {
      const used = all.filter((name) => {
        const [one, other] = [shared, { ...shared, [name]: 'x' }];
        return (
          JSON.stringify([row.path?.(one), row.body?.(one)]) !==
          JSON.stringify([row.path?.(other), row.body?.(other)])
        );
      });
      if (!used.includes('thread') || used.length < 2 || row.mixes) continue;
      for (const mixed of [
        { ...shared, thread: strangers.thread },
        { ...strangers, thread: shared.thread },
      ]) {
        const reply = await ask(route, row, 'stranger', mixed);
        if (![403, 404, 422].includes(reply.status))
          wrong.push(`${route}: ${reply.status} ${reply.body.slice(0, 120)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('lets an owner delete what they own', async () => {
    const wrong: string[] = [];
    for (const [route, row] of Object.entries(ROWS)
      .filter(([, it]) => it.ends)
      .sort(([, a], [, b]) => Number(a.ends) - Number(b.ends))) {
      const reply = await ask(route, row, 'owner', shared);
      if (codeOf(reply) !== 'ok')
        wrong.push(`${route}: ${reply.status} ${reply.body.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
    expect(
      (await test.nobody.post('auth/login', { email: people.owner.email, password: PASSWORD }))
        .status,
    ).toBe(401);
  });
});

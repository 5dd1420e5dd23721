import { afterAll, beforeAll, expect, it } from 'vitest';
import { Member, type User } from '#core/contract/account.ts';
import type { Thread } from '#core/contract/thread.ts';
import { eventually, ownTime } from '#pipeline/testing/eventually.ts';
import { openClient, type TestClient } from '../../collab/testing/client.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
  type Person,
} from '../../testing/accounts-server.ts';
import { dataOf } from '../../testing/test-server.ts';

/** Opens the notes as this person. */
async function openNotes(
  server: string,
  { _id }: Thread,
  accessToken = '',
): Promise<{
  readOnly: boolean;
  /** resolves when the connection is closed */
  closed(): Promise<void>;
}> {
  const client: TestClient = openClient({
    url: `${server.replace('http', 'ws')}/collab`,
    threadId: _id,
    accessToken,
  });
  await eventually(
    () => {
      expect(client.provider.isAuthenticated).toBe(true);
    },
    { interval: 10 },
  );
  return {
    readOnly: client.provider.authorizedScope === 'readonly',
    async closed() {
      await eventually(
        () => {
          expect(client.closed).toContain(4403);
        },
        { interval: 10 },
      );
      client.close();
    },
  };
}

describeOnDatabases('sharing a thread', (open) => {
  let test: AccountsServer;
  let ada: Person;
  beforeAll(async () => {
    test = await openAccountsServer(open);
    ada = await test.person('Ada');
  });
  afterAll(() => test.close());
  const newThread = async () => dataOf(await ada.post('threads', { title: 'Shared' })) as Thread;
  const invite = async (thread: Thread, email: string, role: 'editor' | 'viewer') =>
    Member.parse(dataOf(await ada.post(`threads/${thread._id}/members`, { email, role })));

  it('lets editors write, viewers read, and only the owner manage', async () => {
    const thread = await newThread();
    const [editor, viewer, stranger] = [
      await test.person('Editor'),
      await test.person('Viewer'),
      await test.person('Stranger'),
    ];
    const path = `threads/${thread._id}`;
    expect((await editor.get(path)).status).toBe(404);
    const invited = await invite(thread, editor.email.toUpperCase(), 'editor');
    expect(invited).toMatchObject({ email: editor.email, role: 'editor', name: null });
    await invite(thread, viewer.email, 'viewer');
    expect((await test.mail.take(editor.email, /Ada shared “Shared”/)).text).toContain(
      `${test.server.url}/t/${thread.url}`,
    );
    expect([
      dataOf(await editor.get(path)),
      dataOf(await viewer.get(path)),
      dataOf(await ada.get(path)),
    ]).toMatchObject([{ role: 'editor' }, { role: 'viewer' }, { role: 'owner' }]);
    const add = { threadId: thread._id, url: 'https://example.com/shared' };
    expect([
      (await editor.post('thread/addSource', add)).status,
      (await viewer.post('thread/addSource', add)).status,
      (await stranger.post('thread/addSource', add)).status,
    ]).toEqual([200, 403, 404]);
    for (const who of [editor, viewer]) {
      expect([
        (await who.patch(path, { title: 'Mine' })).status,
        (await who.delete(path)).status,
        (await who.get(`${path}/members`)).status,
        (await who.post(`${path}/members`, { email: 'x@example.org', role: 'editor' })).status,
      ]).toEqual([403, 403, 403, 403]);
      expect(
        (dataOf(await who.get('threads')) as { docs: { _id: string }[] }).docs.map((it) => it._id),
      ).toContain(thread._id);
    }
    expect(dataOf(await ada.get(`${path}/members`))).toMatchObject({
      docs: [
        { email: editor.email, name: 'Editor' },
        { email: viewer.email, name: 'Viewer' },
      ],
    });
    await invite(thread, editor.email, 'viewer');
    expect((await editor.post('thread/addSource', add)).status).toBe(403);
    expect((await ada.delete(`${path}/members/${editor.user._id}`)).status).toBe(200);
    const [gone, never] = [await editor.get(path), await stranger.get(path)];
    expect([gone.status, gone.body]).toEqual([404, never.body]);
    expect((await ada.delete(`${path}/members/${editor.user._id}`)).status).toBe(404);
  });

  it('invites an address without an account, which gets access once it is confirmed', async () => {
    const thread = await newThread();
    const email = 'later@example.org';
    await invite(thread, email, 'editor');
    const body = { email, password: PASSWORD, name: 'Later' };
    await test.nobody.post('auth/signup', body);
    const { accessToken } = dataOf(await test.nobody.post('auth/login', body)) as {
      accessToken: string;
      user: User;
    };
    expect((await test.callAs(accessToken).get(`threads/${thread._id}`)).status).toBe(404);
    await test.nobody.post('auth/verify', { token: await test.tokenIn(email, /Confirm/) });
    expect((await test.callAs(accessToken).get(`threads/${thread._id}`)).status).toBe(200);
  });

  it('refuses invalid members, and invitations from others', async () => {
    const thread = await newThread();
    const path = `threads/${thread._id}/members`;
    for (const body of [
      {},
      { email: 'nobody', role: 'editor' },
      { email: 'x@example.org', role: 'owner' },
    ])
      expect((await ada.post(path, body)).status).toBe(400);
    const [late, stranger] = [
      await test.person('Late', { verified: false }),
      await test.person('Other'),
    ];
    expect((await test.nobody.get(path)).status).toBe(401);
    expect((await stranger.post(path, { email: 'x@example.org', role: 'viewer' })).status).toBe(
      404,
    );
    const own = dataOf(await late.post('threads', { title: 'Mine' })) as Thread;
    expect(
      await late.post(`threads/${own._id}/members`, { email: 'x@example.org', role: 'viewer' }),
    ).toMatchObject({ status: 403, body: { code: 'unverified' } });
  });

  it('opens a thread to everyone with its link, read-only, and closes it again', async () => {
    const thread = await newThread();
    const path = `threads/${thread._id}`;
    expect((await test.nobody.get(path)).status).toBe(401);
    await ada.patch(path, { visibility: 'link' });
    expect(dataOf(await test.nobody.get(`threads/${thread.url}`))).toMatchObject({
      role: 'reader',
    });
    const notes = await openNotes(test.server.url, thread);
    expect(notes.readOnly).toBe(true);
    await ada.patch(path, { visibility: 'private' });
    await notes.closed();
    expect((await test.nobody.get(path)).status).toBe(401);
  });

  it('lets members leave, which closes what they have open, and not remove others', async () => {
    const thread = await newThread();
    const [editor, viewer] = [await test.person('Leaving'), await test.person('Staying')];
    for (const who of [editor, viewer]) await invite(thread, who.email, 'editor');
    const notes = await openNotes(test.server.url, thread, editor.token);
    const leave = (who: Person, { user }: Person) =>
      who.delete(`threads/${thread._id}/members/${user._id}`);
    expect((await leave(viewer, editor)).status).toBe(403);
    expect((await leave(editor, editor)).status).toBe(200);
    await notes.closed();
    expect([
      (await editor.get(`threads/${thread._id}`)).status,
      (await leave(editor, editor)).status,
    ]).toEqual([404, 404]);
    expect(
      (dataOf(await editor.get('threads')) as { docs: { _id: string }[] }).docs.map((it) => it._id),
    ).not.toContain(thread._id);
    expect(dataOf(await ada.get(`threads/${thread._id}/members`))).toMatchObject({
      docs: [{ email: viewer.email }],
    });
    expect((await leave(ada, ada)).status).toBe(404);
  });

  it('closes open notes and event streams within two seconds of revoking access', async () => {
    const thread = await newThread();
    const editor = await test.person('Revoked');
    await invite(thread, editor.email, 'editor');
    const notes = await openNotes(test.server.url, thread, editor.token);
    expect(notes.readOnly).toBe(false);
    const stream = await fetch(`${test.server.url}/api/threads/${thread._id}/events`, {
      headers: { Authorization: `Bearer ${editor.token}` },
    });
    const ended = stream.text();
    let tookMs = ownTime();
    await ada.delete(`threads/${thread._id}/members/${editor.user._id}`);
    await notes.closed();
    expect(await ended).toContain('event: gone');
    expect(tookMs()).toBeLessThan(2_000);
    await invite(thread, editor.email, 'viewer');
    const again = await openNotes(test.server.url, thread, editor.token);
    expect(again.readOnly).toBe(true);
    const other = fetch(`${test.server.url}/api/threads/${thread._id}/events`, {
      headers: { Authorization: `Bearer ${editor.token}` },
    }).then((it) => it.text());
    tookMs = ownTime();
    await editor.post('auth/logout', {});
    await again.closed();
    await other;
    expect(tookMs()).toBeLessThan(2_000);
  });
});

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettingsError } from '#config/settings.ts';
import type { Me } from '#core/contract/account.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const THREAD = '01960000-0000-7000-8000-000000000001';
const open = openOnSqlite();
const events = async (test: TestServer) => (dataOf(await test.owner.get('me')) as Me).features;

describe('a server that records usage events', () => {
  let test: TestServer;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gloss-events-'));
    file = join(folder, 'events.jsonl');
    test = await openTestServer(open, { env: { GLOSS_EVENTS_FILE: file }, worker: false });
  });
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true });
  });

  it('appends each event with its time and person to a file that only the operator can read', async () => {
    expect(await events(test)).toMatchObject({ events: true });
    const before = Date.now();
    const event = { name: 'save_clip', thread_id: THREAD, medium: 'timed' };
    expect(dataOf(await test.owner.post('analytics', event))).toEqual({ recorded: true });
    dataOf(await test.stranger.post('analytics', { name: 'clip_play' }));
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, string>);
    const { user } = dataOf(await test.owner.get('me')) as Me;
    expect(first).toEqual({ at: expect.any(String) as string, user: user._id, ...event });
    expect(Date.parse(first?.['at'] ?? '')).toBeGreaterThanOrEqual(before);
    expect(second).toMatchObject({ name: 'clip_play' });
    expect(second?.['user']).not.toBe(user._id);
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  });

  it.each([
    ['a name that is not listed', { name: 'page_view' }],
    ['text beside the listed fields', { name: 'clip_play', text: 'Otters hold hands.' }],
    ['text in place of an id', { name: 'ai_chat_like', thread_id: 'Otters hold hands.' }],
    ['no name', {}],
  ])('refuses %s', async (_, body) => {
    const size = (await stat(file)).size;
    expect(await test.owner.post('analytics', body)).toMatchObject({ status: 400 });
    expect((await stat(file)).size).toBe(size);
  });

  it('refuses a body over 1 kB, and people who are not signed in', async () => {
    const large = { name: 'clip_play', more: 'x'.repeat(1024) };
    expect((await test.owner.post('analytics', large)).status).toBe(413);
    expect((await test.nobody.post('analytics', { name: 'clip_play' })).status).toBe(401);
  });

  it('accepts 120 events per person and minute', async () => {
    const replies = await Promise.all(
      Array.from({ length: 121 }, () => test.stranger.post('analytics', { name: 'clip_share' })),
    );
    const refused = replies.find((it) => it.status === 429);
    expect(refused?.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await test.owner.post('analytics', { name: 'clip_share' })).status).toBe(200);
  });

  it('writes to a new file after the old one is moved away', async () => {
    await rm(file);
    dataOf(await test.owner.post('analytics', { name: 'clip_play' }));
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(2);
  });
});

describe('a server with default settings', () => {
  it('records nothing, and says so to the page', async () => {
    const test = await openTestServer(open, { worker: false });
    expect(await events(test)).toMatchObject({ events: false });
    expect(dataOf(await test.owner.post('analytics', { name: 'clip_play' }))).toEqual({
      recorded: false,
    });
    await test.close();
  });
});

it("does not start with a file that it can't write", async () => {
  const env = { GLOSS_EVENTS_FILE: '/proc/no-such-folder/events.jsonl' };
  await expect(openTestServer(open, { env, worker: false })).rejects.toThrow(SettingsError);
});

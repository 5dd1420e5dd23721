/**
 * A source that hangs the server costs only seconds: the server restarts, the source is set aside,
 * and nothing is lost.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { openClient } from '#api/collab/testing/client.ts';
import { callsOfOwner } from '#api/testing/server-process.ts';
import { articlePage } from '#api/testing/test-server.ts';
import { Source } from '#core/contract/source.ts';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { openTestFolder, runGloss } from './testing/run-gloss.ts';

const HANGING = fileURLToPath(new URL('./testing/hanging-gloss.ts', import.meta.url));
const SET_ASIDE = 'Reading this source stopped the server. It is set aside until you retry it.';
const PATIENCE = { timeout: 90_000, interval: 100 };
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const article = (path: string) =>
  articlePage(`Page ${path}`, [
    `This is page ${path}, long enough to be an article of its own, and to be read while another page stops the server.`,
    `It has a second paragraph, too, because articles of one paragraph are rare, and page ${path} is not one of those.`,
  ]);

async function openTestEnvironment() {
  const folder = openTestFolder();
  undo.push(() => folder.remove());
  const hostilePage = { isHostile: true };
  const hostile = articlePage('Hostile', ['HANG']);
  const site = await serveLoopback((path) =>
    path === 'hostile' && hostilePage.isHostile ? hostile : article(path),
  );
  undo.push(() => site.close());
  const allowed = new URL(site.origin).host;
  const env = {
    GLOSS_DATA_DIR: folder.path,
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: allowed,
    GLOSS_LOG_LEVEL: 'warn',
  };
  const serverNote = async () => {
    const text = await readFile(join(folder.path, 'server.json'), 'utf8');
    return JSON.parse(text) as { url: string; pid: number };
  };
  return { hostilePage, site, folder: folder.path, env, serverNote };
}

/** A Gloss process in which a page that says HANG loops forever. */
function start(env: Record<string, string>, args: readonly string[]) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', HANGING, ...args],
    {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const it = {
    child,
    stdout: '',
    stderr: '',
    gone: once(child, 'exit') as Promise<[number | null, string | null]>,
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    it.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    it.stderr += text;
  });
  undo.push(async () => {
    child.kill('SIGKILL');
    await it.gone;
  });
  return it;
}
const says = async (it: { stdout: string; stderr: string }, text: string): Promise<void> => {
  await expect.poll(() => it.stdout + it.stderr, PATIENCE).toContain(text);
};

/** Follows the events of a thread like a page, reopening the stream when it ends. */
function followThread(url: string, token: string, threadId: string) {
  const stop = new AbortController();
  undo.push(() => stop.abort());
  const heard: string[] = [];
  const headers = { Authorization: `Bearer ${token}` };
  const open = () =>
    fetch(`${url}/api/threads/${threadId}/events`, { headers, signal: stop.signal });
  const listen = async () => {
    while (!stop.signal.aborted) {
      const response = await open().catch(() => undefined);
      if (response?.ok) heard.push('opened');
      await response?.text().catch(() => undefined);
      await wait(50);
    }
  };
  void listen();
  return heard;
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('restarts a hanging server, sets the source aside and loses nothing', {
  timeout: 300_000,
}, async () => {
  const { hostilePage, site, folder, env, serverNote } = await openTestEnvironment();
  const server = start(env, ['serve', '--no-sample']);
  await says(server, '"link"');
  const { url, pid } = await serverNote();
  const token = (await readFile(join(folder, 'owner-token'), 'utf8')).trim();
  const call = await callsOfOwner(folder, () => url);
  const thread = (await call('POST', 'threads', { title: 'Hostile input' })) as { _id: string };
  const heard = followThread(url, token, thread._id);
  const notes = openClient({
    url: `${url.replace('http', 'ws')}/collab`,
    threadId: thread._id,
    accessToken: token,
  });
  undo.push(() => notes.close());
  const saved = (text: string) =>
    new Promise<void>((resolve) => {
      notes.onSaved(resolve);
      notes.type(text);
    });
  await expect.poll(() => [notes.provider.isSynced, heard[0]], PATIENCE).toEqual([true, 'opened']);
  await saved('acknowledged before');

  const paths = ['one', 'two', 'hostile', 'three', 'four'];
  const wanted = {
    threadId: thread._id,
    sources: paths.map((path) => ({ url: `${site.origin}/${path}` })),
  };
  const { added } = (await call('POST', 'thread/addSource', wanted)) as { added: string[] };
  const hostile = added[2] ?? '';
  await says(server, 'event_loop_blocked');
  const line = server.stderr.split('\n').find((it) => it.includes('event_loop_blocked')) ?? '';
  const blamed = { jobId: `${hostile}:fetch:1`, sourceId: hostile, stage: 'fetch' };
  expect(JSON.parse(line)).toMatchObject({ ...blamed, ms: expect.any(Number) as number });
  await says(server, 'Gloss stopped unexpectedly (exit code 70). Starting it again');
  const isReady = async () => (await fetch(`${url}/api/ready`).catch(() => undefined))?.ok;
  await expect.poll(isReady, PATIENCE).toBe(true);
  await expect.poll(async () => (await serverNote()).pid, PATIENCE).not.toBe(pid);

  const source = async (id: string) => Source.parse(await call('GET', `sources/${id}`));
  const sources = () => Promise.all(added.map(source));
  const statuses = async () => (await sources()).map(({ status }) => status.embedding);
  await expect.poll(statuses, PATIENCE).toEqual([1, 1, 2, 1, 1]);
  expect((await sources())[2]?.error).toEqual({ code: 'internal', message: SET_ASIDE });
  const status = await runGloss(['status'], { GLOSS_DATA_DIR: folder });
  expect(status.stdout).toContain(SET_ASIDE);

  // Open pages reconnect by themselves.
  await expect
    .poll(() => [notes.provider.isSynced, heard.length > 1], PATIENCE)
    .toEqual([true, true]);
  await saved(', and after');
  const other = openClient({
    url: `${url.replace('http', 'ws')}/collab`,
    threadId: thread._id,
    accessToken: token,
  });
  undo.push(() => other.close());
  await expect.poll(() => other.words(), PATIENCE).toBe('acknowledged before, and after');

  hostilePage.isHostile = false;
  await call('POST', `sources/${hostile}/retry`);
  await expect.poll(async () => (await sources())[2]?.status.embedding, PATIENCE).toBe(1);
  expect(server.stdout.match(/"link"/g)).toHaveLength(1);
  server.child.kill('SIGTERM');
  expect(await server.gone).toEqual([0, null]);
});

const redisUrl = process.env['GLOSS_TEST_REDIS_URL'];
const queues: [string, Record<string, string>][] = [
  ['in the database', {}],
  ...(redisUrl
    ? [
        ['on Redis', { GLOSS_REDIS_URL: `${redisUrl}/11` }] satisfies [
          string,
          Record<string, string>,
        ],
      ]
    : []),
];
it.each(queues)(
  'ends a hanging worker with exit code 70, with jobs %s',
  { timeout: 300_000 },
  async (_name, queue) => {
    const { site, folder, env: settings, serverNote } = await openTestEnvironment();
    const env = { ...settings, ...queue };
    const server = start(env, ['serve', '--no-sample', '--no-worker', '--no-supervise']);
    await says(server, '"link"');
    const { url } = await serverNote();
    const call = await callsOfOwner(folder, () => url);
    const thread = (await call('POST', 'threads', { title: 'Hostile input' })) as { _id: string };
    const wanted = { threadId: thread._id, sources: [{ url: `${site.origin}/hostile` }] };
    const { added } = (await call('POST', 'thread/addSource', wanted)) as { added: string[] };
    const source = async () => Source.parse(await call('GET', `sources/${added[0]}`));
    const first = start(env, ['worker']);
    expect(await first.gone).toEqual([70, null]);
    // It sets the source aside before it takes any job.
    const second = start(env, ['worker']);
    await expect.poll(async () => (await source()).error?.message, PATIENCE).toBe(SET_ASIDE);
    second.child.kill('SIGTERM');
    expect(await second.gone).toEqual([0, null]);
  },
);

it('ends its server when it is killed, and stops once when both are told to stop', {
  timeout: 120_000,
}, async () => {
  const { env, serverNote } = await openTestEnvironment();
  const killed = start(env, ['serve', '--no-sample']);
  await says(killed, '"link"');
  const orphan = (await serverNote()).pid;
  killed.child.kill('SIGKILL');
  await expect.poll(() => isRunning(orphan), PATIENCE).toBe(false);

  const stopped = start(env, ['serve', '--no-sample']);
  await says(stopped, '"link"');
  // As Ctrl-C in a terminal or systemd does.
  process.kill((await serverNote()).pid, 'SIGINT');
  stopped.child.kill('SIGINT');
  expect(await stopped.gone).toEqual([0, null]);
});

it('keeps serving without processing when several hostile sources follow each other', {
  timeout: 400_000,
}, async () => {
  const { site, folder, env, serverNote } = await openTestEnvironment();
  const server = start(env, ['serve', '--no-sample']);
  await says(server, '"link"');
  const { url } = await serverNote();
  const call = await callsOfOwner(folder, () => url);
  const thread = (await call('POST', 'threads', { title: 'Hostile input' })) as { _id: string };
  const sources = Array.from({ length: 7 }, (_, n) => ({ url: `${site.origin}/hostile?${n}` }));
  const { added } = (await call('POST', 'thread/addSource', { threadId: thread._id, sources })) as {
    added: string[];
  };
  await says(server, 'Sources are not read for the next 10 minutes');
  const statuses = async () => {
    const all = await Promise.all(
      added.map((id) => call('GET', `sources/${id}`).catch(() => undefined)),
    );
    return all.map((it) => Source.safeParse(it).data?.status.embedding).sort();
  };
  // After five restarts and five sources set aside, the others wait.
  await expect.poll(statuses, { ...PATIENCE, interval: 1_000 }).toEqual([0, 0, 2, 2, 2, 2, 2]);
  server.child.kill('SIGTERM');
  expect(await server.gone).toEqual([0, null]);
});

it('gives up after five restarts in ten minutes, and says what to do', {
  timeout: 300_000,
}, async () => {
  const { env, serverNote } = await openTestEnvironment();
  const server = start(env, ['serve', '--no-sample', '--no-worker']);
  await says(server, '"link"');
  const pids = new Set<number>();
  for (let kills = 0; kills < 6; kills += 1) {
    await expect.poll(async () => pids.has((await serverNote()).pid), PATIENCE).toBe(false);
    const { pid } = await serverNote();
    pids.add(pid);
    process.kill(pid, 'SIGKILL');
  }
  expect(await server.gone).toEqual([137, null]);
  expect(server.stderr).toContain('is not started again');
  expect(server.stderr.match(/Starting it again/g)).toHaveLength(5);
});

it('does not restart a server that can never start', { timeout: 120_000 }, async () => {
  const { env, serverNote } = await openTestEnvironment();
  const first = start(env, ['serve', '--no-sample', '--no-worker']);
  await says(first, '"link"');
  const port = new URL((await serverNote()).url).port;
  const taken = openTestFolder();
  undo.push(() => taken.remove());
  const second = await runGloss(['serve', '--no-sample'], {
    GLOSS_DATA_DIR: taken.path,
    GLOSS_PORT: port,
  });
  expect([second.code, second.stderr]).toEqual([
    3,
    expect.not.stringContaining('Starting it again') as string,
  ]);
  expect(second.stderr).toContain(`Port ${port} is taken`);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import type { SourceId } from '#core/contract/id.ts';
import { jobId, type Job } from '#pipeline/queue/index.ts';
import { BlockedSources } from './blocked-sources.ts';

const PROCESS = fileURLToPath(new URL('./testing/blocked-process.ts', import.meta.url));
const NODE = ['--disable-warning=ExperimentalWarning', PROCESS];
const idOf = (name: string) => `01900000-0000-7000-8000-00000000000${name}` as SourceId;
const job = (name: string): Job => ({ sourceId: idOf(name), version: 1, stage: 'fetch' });
const anyNumber = expect.any(Number) as number;
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

async function openFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'gloss-watchdog-'));
  undo.push(() => rm(root, { recursive: true, force: true }));
  return join(root, 'blocked');
}

/** Runs a process that blocks its event loop, until it exits. */
async function block(way: string, where = 'stage') {
  const folder = await openFolder();
  const child = spawn(process.execPath, [...NODE, folder, way, where], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  undo.push(async () => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const names = await readdir(folder).catch(() => []);
  const read = async (name: string) =>
    JSON.parse(await readFile(join(folder, name), 'utf8')) as object;
  const notes = await Promise.all(names.map(read));
  return { code, signal, stderr, logged, notes };
}

describe.concurrent('a blocked event loop', () => {
  it.each(['loop', 'expression', 'promises'])(
    'by %s ends the process with 70 and names the stage',
    async (way) => {
      const { code, logged, notes } = await block(way);
      expect(code).toBe(70);
      const { sourceId, stage } = job('2');
      const fields = {
        level: 50,
        msg: 'event_loop_blocked',
        jobId: jobId(job('2')),
        sourceId,
        stage,
        ms: anyNumber,
      };
      expect(logged).toEqual([expect.objectContaining(fields)]);
      expect(logged[0]?.['ms']).toBeGreaterThanOrEqual(1_500);
      expect(notes).toEqual([expect.objectContaining({ jobs: [job('2')], isCertain: true })]);
    },
  );

  it("blames no job if the running stage isn't what blocks it", async () => {
    const { code, logged, notes } = await block('loop', 'elsewhere');
    expect([code, notes]).toEqual([70, []]);
    expect(logged).toEqual([expect.objectContaining({ msg: 'event_loop_blocked', ms: anyNumber })]);
    expect(logged[0]).not.toHaveProperty('sourceId');
  });

  it('kills a process blocked in native code, and suspects all running jobs', async () => {
    const { signal, notes } = await block('database');
    expect(signal).toBe('SIGKILL');
    expect(notes).toEqual([
      expect.objectContaining({ jobs: [job('1'), job('2')], isCertain: false }),
    ]);
  });

  it('does nothing if the loop is free again in time', async () => {
    expect(await block('short')).toMatchObject({ code: 0, logged: [], notes: [] });
  });
});

it('does nothing if the whole process was stopped', async () => {
  const child = spawn(process.execPath, [...NODE, await openFolder(), 'short'], {
    stdio: 'ignore',
  });
  undo.push(async () => child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  await wait(1_000);
  child.kill('SIGSTOP');
  await wait(4_000);
  child.kill('SIGCONT');
  expect(await gone).toEqual([0, null]);
});

describe('the notes of a blocked event loop', () => {
  const open = async () => {
    const folder = await openFolder();
    const make = () => new BlockedSources({ folder, log: createLog('silent') });
    let time = Date.now() - 10_000;
    const note = async (names: string[], isCertain = false, at = (time += 1)) => {
      await mkdir(folder, { recursive: true });
      const text = JSON.stringify({ at: '', pid: 1, jobs: names.map(job), isCertain });
      await writeFile(join(folder, `${at}-1.json`), text);
    };
    const judge = async (notes: BlockedSources) => {
      const aside: Job[] = [];
      await notes.judge(async (it) => {
        aside.push(it);
      });
      return aside;
    };
    return { folder, make, note, judge };
  };

  it('blame the only job that is certain, once', async () => {
    const { folder, make, note, judge } = await open();
    await note(['1'], true);
    const notes = make();
    expect(await judge(notes)).toEqual([job('1')]);
    expect(await judge(notes)).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('suspect several jobs, and blame the one that is named again, also after a restart', async () => {
    const { make, note, judge } = await open();
    await note(['1', '2']);
    expect(await judge(make())).toEqual([]);
    const restarted = make();
    await judge(restarted);
    expect(['1', '2', '3'].map((name) => restarted.isSuspect(job(name)))).toEqual([
      true,
      true,
      false,
    ]);
    await restarted.clear(job('1'));
    await note(['1', '2', '3'], false, Date.now() + 1_000);
    const third = make();
    expect(await judge(third)).toEqual([job('2')]);
    expect(['1', '2', '3'].map((name) => third.isSuspect(job(name)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("aren't lost if a suspect is cleared before they are judged", async () => {
    const { make, note, judge } = await open();
    await note(['1', '2']);
    const notes = make();
    await judge(notes);
    await note(['3'], true, Date.now() + 1_000);
    await notes.clear(job('1'));
    expect(await judge(make())).toEqual([job('3')]);
  });

  it("stay if a job can't be set aside", async () => {
    const { make, note, judge } = await open();
    await note(['1'], true);
    await expect(
      make().judge(() => Promise.reject(new Error('the database is away'))),
    ).rejects.toThrow('away');
    expect(await judge(make())).toEqual([job('1')]);
  });
});

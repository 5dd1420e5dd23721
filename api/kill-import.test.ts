import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runKilledImport } from './testing/run-killed-import.ts';

const SEED = 20_261_121;
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

it(`an import outlives the server and its workers, whenever they are killed (seed ${SEED})`, {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-kill-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const { lost, doubled, open, states } = await runKilledImport({
    folder,
    sources: 60,
    kills: 8,
    workers: 2,
    seed: SEED,
    everyMs: 2_500,
    patienceMs: 200_000,
  });
  expect({ lost, doubled, open }).toEqual({ lost: [], doubled: [], open: [] });
  expect(states).toEqual({ added: 42, duplicate: 12, failed: 6 });
});

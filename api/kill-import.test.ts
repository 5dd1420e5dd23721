import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runKilledImport } from './testing/run-killed-import.ts';

const SEED = 20_261_121;

it(`completes an import when the server and its workers are killed at random moments (seed ${SEED})`, {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-kill-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
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

import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgressProxy } from './egress-proxy.ts';
import { createGate } from './gate.ts';
import { createPace } from './pace.ts';
import { hostileAddresses, hostileOutputs } from './testing/hostile-yt-dlp.ts';
import { createYtDlp } from './yt-dlp.ts';

/** The fast ones; `scripts/bench security yt-dlp` runs the others. */
const OUTPUTS = [
  'a million formats',
  'JSON 200,000 deep',
  'JSON that never ends',
  'control sequences before the JSON',
  'NUL outside of texts',
  'numbers beyond any',
  'an array',
  'null',
  'nothing',
  'an error made of brackets',
  'an error made of blanks',
  'a hang that ignores signals',
];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloss-hostile-ytdlp-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function infoFrom(body: string, address: string): Promise<string> {
  const file = join(folder, crypto.randomUUID());
  await writeFile(file, `#!${process.execPath}\nconst fs = require('node:fs');\n${body}\n`);
  await chmod(file, 0o755);
  const proxy = createEgressProxy({ gate: createGate() });
  const ytdlp = createYtDlp({
    gate: createGate(),
    proxy,
    pace: createPace({ concurrency: 9, perSecond: 10_000 }),
    configuredPath: file,
    path: process.env['PATH'] ?? '',
    timeoutMs: 4_000,
  });
  try {
    return await ytdlp.info(address, {}).then(
      () => 'read',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
  } finally {
    await proxy.close();
  }
}

it('never passes an address as an option, however it is written', async () => {
  const record = join(folder, 'argv.ndjson');
  await writeFile(record, '');
  const body = `fs.appendFileSync(${JSON.stringify(record)}, JSON.stringify(process.argv.slice(2)) + '\\n'); console.log('{"formats":[{}]}');`;
  for (const address of hostileAddresses().slice(18, 36)) await infoFrom(body, address);
  const calls = (await readFile(record, 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as string[]);
  expect(calls.length).toBeGreaterThan(3);
  for (const argv of calls) {
    expect(argv.indexOf('--')).toBe(argv.length - 2);
    expect(argv.at(-1)).toMatch(/^https?:\/\/\S+$/);
  }
});
it('handles any output of yt-dlp', async () => {
  const bodies = new Map(hostileOutputs().map(({ name, body }) => [name, body]));
  for (const name of OUTPUTS)
    expect([
      name,
      await infoFrom(bodies.get(name) ?? '', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
    ]).toEqual([name, expect.stringMatching(/^(?!internal)[a-z_]+$/) as string]);
});

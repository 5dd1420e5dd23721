import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Rank } from '#pipeline/queue/contract.ts';
import { createParser, type Parser, type ParserOptions } from './child.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../sources/pdf/fixtures');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gloss-child-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function parserWith(options: ParserOptions = {}): Parser {
  const parser = createParser({ size: 1, ...options });
  onTestFinished(() => parser.close());
  return parser;
}
function place(name: string): string {
  const target = path.join(folder, `${name}.bin`);
  if (!existsSync(target)) copyFileSync(path.join(FIXTURES, name, 'input.pdf'), target);
  return target;
}
const extract = (
  parser: Parser,
  file: string,
  {
    signal = new AbortController().signal,
    report = (): void => undefined,
  }: { signal?: AbortSignal; report?: (done: number, total: number) => void } = {},
) =>
  parser.extract(
    'pdf',
    {
      url: 'upload:x',
      facts: { title: 'x' },
      notes: {},
      parts: [{ name: 'document.pdf', path: file }],
    },
    { signal, report },
  );

function lives(pid: number): boolean {
  // A process that has ended but was not yet reaped counts as ended.
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
/** A PDF with a page that takes practically forever to draw. */
function endlessPdf(): string {
  const file = path.join(folder, 'endless.bin');
  const forms = Array.from(
    { length: 9 },
    (_, n) =>
      `${n + 10} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${n + 11} 0 R>>>>/Length 60>>stream\n${'/F Do '.repeat(10)}\nendstream endobj`,
  );
  writeFileSync(
    file,
    `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</F 10 0 R>>/Font<</A<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length 60>>stream
${'/F Do '.repeat(10)}
endstream endobj
${forms.join('\n')}
19 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</A<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Length 30>>stream
BT /A 9 Tf (word) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
`,
  );
  return file;
}

describe('extract', () => {
  test('returns snapshot and thumbnail, and reports progress', async () => {
    const seen: number[] = [];
    const { snapshot, images } = await extract(parserWith(), place('two-columns'), {
      report: (done) => seen.push(done),
    });
    expect(snapshot).toMatchObject({ medium: 'paged', title: 'Columns of Bees', pages: 3 });
    expect(images.thumbnail?.subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8]));
    expect(seen.at(-1)).toBe(3);
  });

  test('passes on a fault of the kind, and the child stays usable', async () => {
    const parser = parserWith();
    await expect(extract(parser, place('encrypted'))).rejects.toMatchObject({
      code: 'password_protected',
    });
    const [pid] = parser.pids();
    await expect(extract(parser, place('truncated'))).rejects.toMatchObject({
      code: 'corrupt_file',
      message: expect.stringContaining('damaged'),
    });
    expect((await extract(parser, place('cropped'))).snapshot.title).toBe('Cropped Bees');
    expect(parser.pids()).toEqual([pid]);
  });

  test('runs as many tasks at once as there are children, and the others in turn', async () => {
    const parser = parserWith({ size: 2 });
    const results = await Promise.all(
      ['cropped', 'rotated', 'single-column', 'two-columns', 'no-text'].map((name) =>
        extract(parser, place(name)),
      ),
    );
    expect(results.map((it) => it.snapshot.title)).toEqual([
      'Cropped Bees',
      'Turned Bees',
      'A Year Among Bees',
      'Columns of Bees',
      'Scan',
    ]);
    expect(parser.pids()).toHaveLength(2);
  });
});

test("starts tasks of a person's jobs first, and imports before images", async () => {
  const parser = parserWith();
  const done: string[] = [];
  const at = (rank: Rank, name: string) =>
    parser
      .atRank(rank)
      .sanitise({ readerHtml: '<p>x', baseUrl: 'https://a.example/' })
      .then(() => done.push(name));
  await Promise.all([
    at('bulk', 'running'),
    at('background', 'images'),
    at('bulk', 'import'),
    at('bulk', 'import again'),
    at('normal', 'person'),
  ]);
  expect(done).toEqual(['running', 'person', 'import', 'import again', 'images']);
});
test('returns sanitised views of a page', async () => {
  const parser = parserWith();
  const hostile =
    '<p data-p="1">Bees<script>alert(1)</script> <img src="x.png" onerror="alert(1)"></p>';
  const file = path.join(folder, 'page.html');
  writeFileSync(
    file,
    `<!doctype html><html><body><article>${hostile.repeat(60)}</article></body></html>`,
  );
  const page = {
    url: 'https://example.com/',
    facts: { title: 'x' },
    notes: { read: 'plain' },
    parts: [{ name: 'page.html', path: file }],
  };
  const hooks = { signal: new AbortController().signal, report: () => undefined };
  const { snapshot } = await parser.extract('web', page, hooks);
  const views = [
    snapshot.readerHtml,
    await parser.archive('web', page, hooks),
    await parser.sanitise({ readerHtml: hostile, baseUrl: page.url }),
  ];
  for (const html of views) {
    expect(html).toContain('Bees');
    expect(html).not.toMatch(/<script|onerror/i);
  }
  expect(parser.pids()).toHaveLength(1);
});

describe('hostile input', () => {
  test('is stopped at the deadline, and the next input is read', async () => {
    // Enough memory for the deadline to come first, even on a fast machine, and enough time for a
    // new child to start on a busy one.
    const parser = parserWith({ deadlineMs: 8_000, heapMb: 3_072 });
    const hanging = extract(parser, endlessPdf());
    const pid = await vi.waitUntil(() => parser.pids()[0]);
    await expect(hanging).rejects.toMatchObject({ code: 'timed_out' });
    await vi.waitUntil(() => !lives(pid));
    expect((await extract(parser, place('cropped'))).snapshot.title).toBe('Cropped Bees');
  });

  test('that exceeds the memory limit is reported as corrupt, with the reason', async () => {
    await expect(extract(parserWith({ heapMb: 12 }), place('two-columns'))).rejects.toMatchObject({
      code: 'corrupt_file',
      message: expect.stringContaining('memory'),
    });
  });

  test("that kills its child doesn't affect others", async () => {
    const parser = parserWith();
    const hanging = extract(parser, endlessPdf());
    const pid = await vi.waitUntil(() => parser.pids()[0]);
    process.kill(pid, 'SIGKILL');
    await expect(hanging).rejects.toMatchObject({ code: 'internal' });
    expect((await extract(parser, place('cropped'))).snapshot.title).toBe('Cropped Bees');
  });
});

describe('a child', () => {
  test('has no environment and can read only code and temporary files', async () => {
    vi.stubEnv('GLOSS_SECRET', 'not for children at all');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const parser = parserWith();
    await extract(parser, place('cropped'));
    const environment = readFileSync(`/proc/${parser.pids()[0] ?? 0}/environ`, 'latin1')
      .split('\0')
      .filter(Boolean)
      .map((entry) => entry.split('=')[0]);
    expect(
      environment.filter(
        (name) =>
          !['TZ', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'].includes(name ?? ''),
      ),
    ).toEqual([]);
    await expect(extract(parser, '/etc/hostname')).rejects.toMatchObject({
      code: 'internal',
      cause: expect.stringContaining('restricted'),
    });
  });

  test('ends at an abort; a waiting task never starts', async () => {
    const parser = parserWith();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = extract(parser, endlessPdf(), first);
    const queued = extract(parser, place('cropped'), second);
    const pid = await vi.waitUntil(() => parser.pids()[0]);
    second.abort(new Error('not wanted'));
    await expect(queued).rejects.toThrow('not wanted');
    first.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    await vi.waitUntil(() => !lives(pid));
  });

  test('is ended by close', async () => {
    const parser = parserWith({ size: 2 });
    const tasks = [
      extract(parser, endlessPdf()),
      extract(parser, endlessPdf()),
      extract(parser, place('cropped')),
    ];
    const settled = Promise.allSettled(tasks);
    await vi.waitUntil(() => parser.pids().length === 2);
    const pids = parser.pids();
    await parser.close();
    expect((await settled).map((it) => it.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(pids.filter(lives)).toEqual([]);
    await expect(extract(parser, place('cropped'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('exits after its server is killed, even in an endless loop', async () => {
    const script = path.join(folder, 'server.mjs');
    writeFileSync(
      script,
      `
      import { createParser } from ${JSON.stringify(path.join(import.meta.dirname, 'child.ts'))};
      const parser = createParser({ size: 1 });
      parser.extract('pdf', { url: 'x', facts: { title: 'x' }, notes: {}, parts: [{ name: 'document.pdf', path: ${JSON.stringify(endlessPdf())} }] }, { signal: new AbortController().signal, report() {} }).catch(() => {});
      setInterval(() => { const [pid] = parser.pids(); if (pid) console.log(pid); }, 50);
    `,
    );
    const server = promisify(execFile)(process.execPath, [script]);
    server.catch(() => undefined);
    const pid = await new Promise<number>((resolve) => {
      server.child.stdout?.once('data', (text: string) => {
        resolve(Number.parseInt(text, 10));
      });
    });
    // The child is busy with the page once it has used a second of CPU time.
    await vi.waitUntil(
      () => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[13]) > 100,
      { timeout: 20_000 },
    );
    server.child.kill('SIGKILL');
    await vi.waitUntil(() => !lives(pid), { timeout: 10_000 });
  });

  test("doesn't keep the server from exiting while idle", async () => {
    const script = path.join(folder, 'server.mjs');
    writeFileSync(
      script,
      `
      import { createParser } from ${JSON.stringify(path.join(import.meta.dirname, 'child.ts'))};
      const parser = createParser({ size: 1 });
      const { snapshot } = await parser.extract('pdf', { url: 'x', facts: { title: 'x' }, notes: {}, parts: [{ name: 'document.pdf', path: ${JSON.stringify(place('cropped'))} }] }, { signal: new AbortController().signal, report() {} });
      console.log(snapshot.title, parser.pids()[0]);
    `,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 15_000 });
    expect(stdout).toMatch(/^Cropped Bees \d+/);
    await vi.waitUntil(() => !lives(Number.parseInt(stdout.replace(/\D+/, ''), 10)));
  });
});

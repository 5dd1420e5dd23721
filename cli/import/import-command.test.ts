import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileList } from '#core/contract/file.ts';
import { ImportItem } from '#core/contract/import.ts';
import { readOwnerToken } from '#api/compose/data-dir.ts';
import { articlePage } from '#api/testing/test-server.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/server-process.ts';
import { serveLoopback, type LoopbackSite } from '#pipeline/testing/loopback-net.ts';
import { createApi } from '#api/client/client.ts';
import { findThread } from '#api/client/find-thread.ts';
import { onePagePdf } from '../testing/one-page-pdf.ts';
import { openTestFolder, runGloss, type Ran, type TestFolder } from '../testing/run-gloss.ts';

const paragraphs = (n: number): string[] =>
  ['one', 'two', 'three', 'four'].map(
    (word) =>
      `Raft ${n} tells in part ${word} of the sea otters of bay ${n * 37}, who hold hands while they sleep, so that the current does not carry them apart. Stone number ${n * 11} opens mussels and clams.`,
  );
const FEED = (origin: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Otters</title>${[1, 2, 3]
    .map(
      (n) =>
        `<item><title>Entry ${n}</title><link>${origin}/feed-${n}.html</link><pubDate>0${n} Jan 2026 10:00:00 GMT</pubDate></item>`,
    )
    .join('')}</channel></rss>`;

let folder: TestFolder;
let site: LoopbackSite;
let server: ServerProcess;
let env: Record<string, string>;
let gone = true;
const gloss = (...args: string[]): Promise<Ran> => runGloss(args, env);
const page = (n: number | string): string => `${site.origin}/raft-${n}.html`;
const file = (name: string, text: string | Uint8Array): string => {
  writeFileSync(join(folder.path, name), text);
  return join(folder.path, name);
};
const fields = (ran: Ran): string[][] =>
  ran.lines.map((line) => line.split('\t')).toSorted(([a], [b]) => Number(a) - Number(b));
const records = (ran: Ran): Record<string, unknown>[] =>
  ran.lines.map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  folder = openTestFolder();
  site = await serveLoopback((path, origin) => {
    if (path === 'otters.xml')
      return { bytes: new TextEncoder().encode(FEED(origin)), contentType: 'application/rss+xml' };
    if (path.startsWith('gone') && gone) return undefined;
    const n = [...path].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7) % 9973;
    return articlePage(`Page ${path}`, paragraphs(n));
  });
  // Stands in for yt-dlp: prints the contents of a playlist.
  const entries = [1, 2].map((n) => ({
    id: `v${n}`,
    url: `${site.origin}/of-list-${n}.html`,
    title: `Otters ${n}`,
  }));
  const ytdlp = file(
    'yt-dlp',
    `#!/bin/sh\ncat <<'END'\n${JSON.stringify({ _type: 'playlist', title: 'Otters', entries })}\nEND\n`,
  );
  chmodSync(ytdlp, 0o755);
  env = {
    GLOSS_YTDLP_PATH: ytdlp,
    GLOSS_DATA_DIR: join(folder.path, 'data'),
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
    GLOSS_LOG_LEVEL: 'error',
    GLOSS_PORT: '0',
  };
  server = await startServerProcess(env, ['--no-sample']);
});
afterAll(async () => {
  await server.kill();
  await site.close();
  folder.remove();
});

describe('gloss import', () => {
  it('reports the result of each line in the pipe, in the receipt and afterwards', async () => {
    const list = file(
      'list.txt',
      [
        page(1),
        page(2),
        `${page(1)}?utm_source=mail`,
        'no address at all',
        `${site.origin}/gone.html`,
      ].join('\n'),
    );
    const receipt = join(folder.path, 'receipt.jsonl');
    const ran = await gloss('import', list, '--thread', 'Rafts', '--receipt', receipt);
    expect(fields(ran)).toEqual([
      ['1', 'added', page(1)],
      ['2', 'added', page(2)],
      ['3', 'duplicate', `${page(1)}?utm_source=mail`, '', 'same as line 1'],
      ['4', 'skipped', 'no address at all', '', expect.any(String)],
      [
        '5',
        'failed',
        `${site.origin}/gone.html`,
        '',
        expect.stringMatching(/^not_found: \S/),
        expect.stringMatching(/\w/),
      ],
    ]);
    expect(ran).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /2 added · 1 already added · 1 skipped · 1 failed[^]*gloss imports retry/,
      ),
    });
    const written = readFileSync(receipt, 'utf8')
      .trim()
      .split('\n')
      .map((line) => ImportItem.parse(JSON.parse(line)));
    expect(written.map(({ line, state }) => [line, state])).toEqual([
      [1, 'added'],
      [2, 'added'],
      [3, 'duplicate'],
      [4, 'skipped'],
      [5, 'failed'],
    ]);
    expect(records(await gloss('imports', 'show', 'last', '--json'))).toEqual(written);
    expect(
      fields(await gloss('imports', 'show', 'last', '--failed')).map(([line]) => line),
    ).toEqual(['5']);
    expect((await gloss('list', '--thread', 'Rafts')).lines).toHaveLength(3);
  });

  it('retries only what failed', async () => {
    gone = false;
    const asked = site.asked.length;
    const retried = await gloss('imports', 'retry', 'last');
    expect(retried).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('gloss imports watch'),
    });
    const id = retried.stdout.split('\t')[0] ?? '';
    const watched = await gloss('imports', 'watch', id);
    expect(watched).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('3 added · 1 already added · 1 skipped'),
    });
    expect(new Set(site.asked.slice(asked).filter((path) => path.endsWith('.html')))).toEqual(
      new Set(['gone.html']),
    );
    expect(await gloss('imports', 'retry', id)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('It has no failed lines'),
    });
    gone = true;
  });

  it('finds every source already added on a second run', async () => {
    const asked = site.asked.length;
    const ran = await gloss('import', join(folder.path, 'list.txt'), '--thread', 'Rafts');
    expect(fields(ran).map(([, state]) => state)).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
      'skipped',
      'duplicate',
    ]);
    expect(ran.code).toBe(0);
    expect(site.asked.slice(asked)).toEqual([]);
  });

  it('only prints a preview with --dry-run', async () => {
    const list = file(
      'dry.txt',
      [page(1), page('dry'), page('dry'), 'javascript:void(0)'].join('\n'),
    );
    const before = (await gloss('imports')).stdout;
    const dry = await gloss('import', list, '--thread', 'Never made', '--dry-run');
    expect(fields(dry)).toEqual([
      ['1', 'known', page(1), '', expect.stringContaining('Page raft-1')],
      ['2', 'new', page('dry')],
      ['3', 'repeated', page('dry'), '', 'line 2'],
      ['4', 'unreadable', 'javascript:void(0)', '', expect.any(String)],
    ]);
    expect(dry).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("1 to add · 1 already added · 1 repeated · 1 can't be read"),
    });
    const all = records(await gloss('import', list, '--dry-run', '--json'));
    expect(all.slice(0, -1).map(({ verdict }) => verdict)).toEqual([
      'known',
      'new',
      'repeated',
      'unreadable',
    ]);
    expect(all.at(-1)).toMatchObject({
      name: 'dry.txt',
      label: expect.any(String),
      totals: { new: 1, known: 1, repeated: 1, listing: 0, bookmark: 0, unreadable: 1 },
    });
    expect((await gloss('imports')).stdout).toBe(before);
    expect((await gloss('threads')).stdout).not.toContain('Never made');
  });

  it('reads standard input, and prints records with --json', async () => {
    const ran = await runGloss(['import', '-', '--json'], env, `${page('stdin')}\n`);
    const [begun, item, end] = records(ran);
    expect(begun).toMatchObject({ total: 1, resumed: false });
    expect(item).toMatchObject({
      line: 1,
      entry: 0,
      state: 'added',
      input: page('stdin'),
      sourceId: expect.any(String),
    });
    expect(end).toMatchObject({ _id: begun?.['_id'], state: 'done', ready: 1, failed: 0 });
    expect(ran.code).toBe(0);
  });

  it('keeps titles and names the service that exported the file', async () => {
    const csv = file(
      'pocket.csv',
      `title,url,time_added,tags,status\n"Rafts, all of them",${page('pocket')},1700000000,sea|otters,unread\n`,
    );
    const ran = await gloss('import', csv);
    expect(ran.stderr).toMatch(/^pocket\.csv · .*Pocket.*: 1 to add/);
    expect(fields(ran)).toEqual(
      [['1', 'added', page('pocket'), 'Rafts, all of them']].map(([, ...rest]) => [
        expect.any(String),
        ...rest,
      ]),
    );
  });

  it('imports a feed up to the given number of entries', async () => {
    const ran = await gloss(
      'import',
      `${site.origin}/otters.xml`,
      '--format',
      'feed',
      '--max',
      '2',
    );
    expect(ran.code).toBe(0);
    expect(ran.lines.flatMap((line) => /feed-\d/.exec(line) ?? []).sort()).toEqual([
      'feed-2',
      'feed-3',
    ]);
  });

  it('returns at once with --no-wait', async () => {
    const ran = await runGloss(['import', '-', '--no-wait'], env, `${page('later')}\n`);
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('gloss imports watch') });
    expect((await gloss('imports', 'watch', ran.lines[0] ?? '')).code).toBe(0);
  });
});

describe('a folder', () => {
  it('adds each file once to the thread named after the folder, and names the damaged one', async () => {
    const papers = join(folder.path, 'Raft papers');
    mkdirSync(join(papers, 'deep'), { recursive: true });
    writeFileSync(join(papers, 'a.pdf'), onePagePdf('A raft of otters rests in the kelp today.'));
    writeFileSync(
      join(papers, 'deep', 'b.pdf'),
      onePagePdf('Another raft drifts along the coast at dusk.'),
    );
    writeFileSync(
      join(papers, 'deep', 'same.pdf'),
      onePagePdf('A raft of otters rests in the kelp today.'),
    );
    writeFileSync(join(papers, 'no.pdf'), 'no PDF');
    writeFileSync(join(papers, 'notes.txt'), 'The raft was seen again at noon.');
    writeFileSync(join(papers, 'picture.png'), 'not looked at');
    const dry = await gloss('import', papers, '--dry-run');
    expect(fields(dry).map(([, verdict, name]) => [verdict, name])).toEqual([
      ['new', 'a.pdf'],
      ['new', 'deep/b.pdf'],
      ['repeated', 'deep/same.pdf'],
      ['unreadable', 'no.pdf'],
      ['new', 'notes.txt'],
    ]);
    const ran = await gloss('import', papers);
    expect(fields(ran).map(([, state, name]) => [state, name])).toEqual([
      ['added', 'a'],
      ['added', 'b'],
      ['duplicate', 'same'],
      ['skipped', 'no.pdf'],
      ['added', 'notes'],
    ]);
    expect((await gloss('list', '--thread', 'Raft papers')).lines).toHaveLength(3);

    const again = await gloss('import', papers);
    expect(fields(again).map(([, state]) => state)).toEqual([
      'duplicate',
      'duplicate',
      'duplicate',
      'skipped',
      'duplicate',
    ]);
    const api = createApi({
      url: server.url,
      token: await readOwnerToken(join(folder.path, 'data')),
      signal: AbortSignal.timeout(20_000),
    });
    const { files } = await api.send(
      'POST',
      'thread/get_all_files',
      { id: (await findThread(api, 'Raft papers'))._id },
      FileList,
    );
    expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'notes.txt']);
  });
});

describe('invalid input', () => {
  it.each<[string, () => string, string, ...string[]]>([
    ['a missing file', () => join(folder.path, 'absent.csv'), 'no such file'],
    ['an empty file', () => file('empty.txt', ' \n\n'), 'is empty'],
    [
      'an image',
      () =>
        file(
          'picture.png',
          Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 0, 1, 2, 3]),
        ),
      '',
    ],
    [
      'a folder without supported files',
      () => {
        mkdirSync(join(folder.path, 'bare'), { recursive: true });
        return join(folder.path, 'bare');
      },
      'holds no PDF',
    ],
    [
      'a file in another format than the given one',
      () => file('list.opml', page(1)),
      '',
      '--format',
      'opml',
    ],
    [
      "a receipt that can't be written",
      () => file('fine.txt', page(1)),
      "doesn't exist",
      '--receipt',
      '/nowhere/at/all.jsonl',
    ],
    ['an unknown format', () => file('fine.txt', page(1)), 'bookmarks', '--format', 'docx'],
    ['an invalid day', () => file('fine.txt', page(1)), '2026-01-31', '--since', 'yesterday'],
  ])('%s exits with 2 and a message', async (_name, make, said, ...more) => {
    const ran = await gloss('import', make(), ...more);
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) });
    expect(ran.stderr).toMatch(/\w{3,} \w+/);
    expect(ran.stderr).not.toContain(' at ');
  });
  it('reports a line of two million characters in the receipt and reads the rest', async () => {
    const ran = await gloss(
      'import',
      file('huge.txt', `${'x'.repeat(2_000_000)}\n${page('beside')}\n`),
    );
    expect(fields(ran).map(([line, state]) => [line, state])).toEqual([
      ['1', 'skipped'],
      ['2', 'added'],
    ]);
    expect(Math.max(...ran.lines.map((line) => line.length))).toBeLessThan(10_000);
  });
  it('exits with 2 without an input, and lists the possible ones', async () => {
    expect(await gloss('import')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('- for standard input'),
    });
    expect(await gloss('imports', 'shw')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('show, watch'),
    });
    expect(await gloss('imports', 'show', 'nosuch')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('gloss imports'),
    });
    expect(await gloss('imports', 'show', '0')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/fits \d+ imports/),
    });
  });
});

describe('gloss add', () => {
  it('adds the entries of a playlist as well as plain addresses', async () => {
    const ran = await gloss(
      'add',
      'https://www.youtube.com/playlist?list=PLotters',
      page('plain'),
      '--thread',
      'Both',
    );
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('3 added') });
    expect(
      ran.lines.flatMap((line) => /^1\.\d\tadded\t.*of-list-\d/.exec(line) ?? []),
    ).toHaveLength(2);
    const held = await gloss('list', '--thread', 'Both');
    expect(held.lines.flatMap((line) => /of-list-\d|raft-plain/.exec(line) ?? []).sort()).toEqual([
      'of-list-1',
      'of-list-2',
      'raft-plain',
    ]);
  });
});

it('saves links with other schemes as bookmarks, and the receipt says why', async () => {
  const list = file(
    'kept.html',
    '<DL><DT><A HREF="ftp://example.org/pub" TAGS="files">Old files</A><DT><A HREF="magnet:?xt=urn:btih:c12fe1c0">Tides</A></DL>',
  );
  const ran = await gloss('import', list, '--yes');
  expect(ran.code).toBe(1);
  const why = expect.stringMatching(/^unsupported_url: ./) as string;
  expect(ran.lines.map((line) => line.split('\t').slice(1, 5)).sort()).toEqual([
    ['failed', 'ftp://example.org/pub', 'Old files', why],
    ['failed', 'magnet:?xt=urn:btih:c12fe1c0', 'Tides', why],
  ]);
  expect(records(await gloss('list', '--json', '--state', 'bookmark'))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ownTitle: 'Old files', tags: ['files'], state: 'bookmark' }),
      expect.objectContaining({ ownTitle: 'Tides', state: 'bookmark' }),
    ]),
  );
});

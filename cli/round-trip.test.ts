import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articlePage } from '#api/testing/test-server.ts';
import { startServerProcess, type ServerProcess } from '#api/testing/server-process.ts';
import { serveLoopback, type LoopbackSite } from '#pipeline/testing/loopback-net.ts';
import { onePagePdf } from './testing/one-page-pdf.ts';
import { openTestFolder, runGloss, type Ran, type TestFolder } from './testing/run-gloss.ts';

const OTTERS = [
  'Sea otters hold hands while they sleep, so that the current does not carry them apart. A group of resting otters is called a raft.',
  'An otter keeps a favourite stone in a pouch of loose skin under its arm. With the stone it opens mussels and clams on its chest.',
];
const PAGES = {
  'otters.html': articlePage('Sea otters', OTTERS),
  'copy.html': articlePage('Sea otters, again', OTTERS),
  'evil.html': articlePage(
    'Evil \u001b]0;owned\u0007title \u001b[31mred\u202E',
    OTTERS.map((text) => text.replaceAll('otter', 'weasel')),
  ),
};
const ESCAPE = /\u001b/;
let folder: TestFolder;
let site: LoopbackSite;
let server: ServerProcess;
let env: Record<string, string>;
const gloss = (...args: string[]): Promise<Ran> => runGloss(args, env);
const records = (ran: Ran): Record<string, unknown>[] =>
  ran.lines.map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  folder = openTestFolder();
  site = await serveLoopback((path) => PAGES[path as keyof typeof PAGES]);
  env = {
    GLOSS_DATA_DIR: join(folder.path, 'data'),
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
    GLOSS_LOG_LEVEL: 'error',
    GLOSS_PORT: '0',
  };
  server = await startServerProcess(env);
});
afterAll(async () => {
  await server.kill();
  await site.close();
  folder.remove();
});

describe('against a running server', () => {
  it('adds, lists, finds, asks, shows and removes, in plain lines', async () => {
    const added = await gloss('add', `${site.origin}/otters.html`, '--thread', 'Animals');
    expect(added).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^1 ready · 0 working · 0 failed · http\S+\/t\/animals/),
    });
    const [id = '', ...rest] = added.lines[0]?.split('\t') ?? [];
    expect(rest).toEqual(['ready', 'web', 'Sea otters', 'web page']);
    expect((await gloss('list', '--thread', 'animals')).lines).toEqual(added.lines);

    const found = await gloss('search', 'favourite', 'stone', '--thread', 'Animals');
    expect(found.code).toBe(0);
    expect(found.stdout).toMatch(
      /^Sea otters · paragraph \d\n {2}[^]*favourite stone[^]*\n {2}http\S+source=\S+&p=\d\n/,
    );

    const asked = await gloss('ask', 'Why', 'do otters hold hands?', '--thread', 'Animals');
    expect(asked).toMatchObject({ code: 0, stderr: expect.stringContaining('Offline assistant') });
    expect(asked.stdout).toMatch(
      /hold hands while they sleep.*\[1\][^]*\n\[1\] Sea otters · paragraph 1\n {4}http/,
    );

    expect((await gloss('show', id)).stdout).toMatch(
      /^title\tSea otters\nid\t.*\nstate\tready\ntype\tweb\naddress\thttp/,
    );
    expect((await gloss('show', id, '--text')).stdout).toMatch(/^1\tSea otters hold hands/m);
    expect((await gloss('show', id, '--reader')).stdout).toContain('<p');
    expect(await gloss('show', id, '--transcript')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`gloss show ${id} --text`),
    });

    for (const ran of [added, found, asked]) expect(ran.stdout + ran.stderr).not.toMatch(ESCAPE);
    expect(await gloss('rm', id)).toMatchObject({ code: 0, stdout: `deleted ${id}\n` });
    expect(await gloss('list', '--thread', 'Animals')).toMatchObject({ code: 0, stdout: '' });
  });

  it('says which of two turned out to be the other, and follows the one that stands', async () => {
    const added = await gloss(
      'add',
      `${site.origin}/otters.html`,
      `${site.origin}/copy.html`,
      '--thread',
      'Twins',
    );
    expect(added).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^1 ready · 0 working · 0 failed/),
    });
    const lines = added.lines.map((line) => line.split('\t'));
    const ready = lines.find(([, state]) => state === 'ready');
    expect(lines).toContainEqual([
      expect.any(String),
      'duplicate',
      'web',
      expect.any(String),
      `duplicate of ${ready?.[0]}`,
    ]);
    expect(lines).toHaveLength(2);
    await gloss('rm', String(ready?.[0]));
  });

  it('says the same in records, a line each', async () => {
    const added = await gloss('add', `${site.origin}/otters.html`, '--thread', 'Records', '--json');
    const [source] = records(added);
    expect(added.code).toBe(0);
    expect(source).toMatchObject({ title: 'Sea otters', status: { embedding: 1 } });
    const id = String(source?.['_id']);
    expect(records(await gloss('list', '--json', '--thread', 'Records'))).toMatchObject([
      { _id: id },
    ]);
    expect(
      records(await gloss('search', 'stone', '--json', '--thread', 'Records'))[0],
    ).toMatchObject({
      source_id: id,
      locator: { paragraph: expect.any(Number) },
      link: expect.stringContaining(id),
    });
    const events = records(
      await gloss('ask', '--json', '--thread', 'Records', '--source', id, 'what', 'is a raft?'),
    );
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['start', 'message', 'citations', 'index', 'done']),
    );
    expect(records(await gloss('threads', '--json')).map(({ title }) => title)).toContain(
      'Records',
    );
    expect(records(await gloss('doctor', '--json'))).toMatchObject([
      { status: 'ok', components: { database: { status: 'ok' } } },
    ]);
    expect(records(await gloss('reindex', '--json'))).toMatchObject([
      { sources: expect.any(Number) },
    ]);
    expect(records(await gloss('reindex', '--drift', '--json'))).toMatchObject([
      {
        engine: 'sqlite',
        sources: expect.any(Number),
        drift: { missing: 0, incomplete: 0, strays: 0 },
      },
    ]);
    expect(records(await gloss('rm', '--json', id))).toEqual([{ id, deleted: true }]);
  });

  it('adds the PDFs of a folder, names what cannot be added, and ends with 1', async () => {
    writeFileSync(
      join(folder.path, 'raft.pdf'),
      onePagePdf('A raft of otters rests in the kelp today.'),
    );
    writeFileSync(join(folder.path, 'notes.txt'), 'no PDF');
    const ran = await gloss(
      'add',
      folder.path,
      join(folder.path, 'notes.txt'),
      join(folder.path, 'absent.pdf'),
      `${site.origin}/gone.html`,
      'http://10.0.0.1/',
      '--thread',
      'Mixed',
    );
    expect(ran.code).toBe(1);
    expect(ran.lines.map((line) => line.split('\t').slice(1).join(' ')).sort()).toEqual([
      expect.stringMatching(/^failed web .*gone.* not_found: There is nothing/),
      'ready pdf raft 1 page',
    ]);
    expect(ran.stderr).toMatch(
      /notes\.txt\n {4}This file is not a PDF\.[^]*absent\.pdf\n {4}There is no such file[^]*10\.0\.0\.1\/\n {4}This address lies inside a private network[^]*1 ready · 0 working · 4 failed/,
    );
  });

  it('shows no control characters of a title', async () => {
    const ran = await gloss('add', `${site.origin}/evil.html`);
    expect(ran.stdout).toMatch(/\tEvil title red\t/);
  });
});

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
const fixture = (path: string): string =>
  fileURLToPath(new URL(`../pipeline/sources/${path}`, import.meta.url));
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
  it('finds sources by operators and by what their owner added', async () => {
    const file = join(folder.path, 'tagged.html');
    const dead = `${site.origin}/dead.html`;
    writeFileSync(
      file,
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="${dead}" ADD_DATE="1717200000" TAGS="zebrafisch">Dead page</A>\n<DD>remember the wombatnote here\n</DL>`,
    );
    expect((await gloss('import', file)).code).toBe(1);
    const listed = await gloss('search', 'tag:zebrafisch', 'before:2025');
    expect(listed).toMatchObject({ code: 0, stderr: expect.stringMatching(/^1 source in /) });
    const [id, state, ...columns] = listed.lines[0]?.split('\t') ?? [];
    expect(state).toMatch(/^(failed|bookmark)$/);
    expect(columns).toEqual(['2024-06-01', expect.any(String), '', '', dead]);
    const noted = await gloss('search', 'wombatnote');
    expect(noted.lines[0]?.split('\t')).toEqual([
      id,
      state,
      '2024-06-01',
      expect.any(String),
      'note',
      'remember the wombatnote here',
      dead,
    ]);
    expect(records(await gloss('search', 'zebrafisch', '--json'))).toMatchObject([
      { kind: 'source', source_id: id, tags: ['zebrafisch'], matched: [{ field: 'tag' }] },
    ]);
    expect(await gloss('search', 'is:broken', 'x')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('failed, gone, held, bookmark'),
    });
    expect((await gloss('search', 'site:127.0.0.1')).stdout).toContain(id);
    expect((await gloss('search', '--', 'site:127.0.0.1', '-tag:zebrafisch')).stdout).toBe('');
    expect(await gloss('search', 'x', '-tag:zebrafisch')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('-- -tag:zebrafisch'),
    });
  });

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

  it('asks the library and the results of a search', async () => {
    const added = await gloss('add', `${site.origin}/otters.html`, '--thread', 'Library');
    const [id = ''] = added.lines[0]?.split('\t') ?? [];
    const ofLibrary = await gloss('ask', '--library', 'Why do otters hold hands?');
    expect(ofLibrary).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Asking') });
    expect(ofLibrary.stdout).toMatch(
      /hold hands while they sleep.*\[1\][^]*\n\[1\] Sea otters · paragraph 1\n {4}http\S+\/t\/library/,
    );
    expect(await gloss('ask', '--search', 'site:127.0.0.1', 'What is a raft?')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('[1] Sea otters'),
    });
    expect(await gloss('ask', '--tag', 'none', '--tag', 'nothing', 'Why?')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No sources to ask'),
    });
    await gloss('rm', id);
  });

  it('names the source that an added one duplicates, and follows that one', async () => {
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

  it('prints the same as records, one per line', async () => {
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
    const own = await gloss('search', 'raft', 'in:answers', '--json');
    expect(records(own)).toMatchObject([
      { kind: 'answer', link: expect.stringMatching(/^http\S+\/t\/records/) },
    ]);
    expect(records(await gloss('search', 'site:127.0.0.1', '--json'))[0]).toMatchObject({
      kind: 'source',
      link: expect.stringMatching(/^http\S+\/library\//),
    });
    expect(records(await gloss('threads', '--json')).map(({ title }) => title)).toContain(
      'Records',
    );
    expect(records(await gloss('doctor', '--json'))).toMatchObject([
      {
        status: 'ok',
        components: {
          database: { status: 'ok' },
          ai: { status: 'missing', mend: expect.stringContaining('Settings → Assistant') },
        },
      },
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

  it('adds the files of a folder, names unsupported ones, and exits with 1', async () => {
    const mixed = join(folder.path, 'mixed');
    mkdirSync(mixed);
    writeFileSync(join(mixed, 'raft.pdf'), onePagePdf('A raft of otters rests in the kelp today.'));
    writeFileSync(join(mixed, 'notes.md'), '# Rafts\n\nOtters **hold hands** while they sleep.\n');
    writeFileSync(join(mixed, 'notes.txt'), Buffer.from('Der Fluß war breit.', 'latin1'));
    writeFileSync(join(mixed, 'picture.txt'), Buffer.alloc(100));
    copyFileSync(fixture('web/fixtures/saved-by-singlefile/input.html'), join(mixed, 'saved.htm'));
    copyFileSync(fixture('office/fixtures/docx/input.docx'), join(mixed, 'wall.docx'));
    copyFileSync(fixture('office/fixtures/odt/input.odt'), join(mixed, 'wall.odt'));
    copyFileSync(fixture('office/fixtures/pptx/input.pptx'), join(mixed, 'wall.pptx'));
    const ran = await gloss(
      'add',
      mixed,
      join(mixed, 'absent.pdf'),
      `${site.origin}/gone.html`,
      'http://10.0.0.1/',
      '--thread',
      'Mixed',
    );
    expect(ran.code).toBe(1);
    expect(ran.lines.map((line) => line.split('\t').slice(1).join(' ')).sort()).toEqual([
      expect.stringMatching(
        /^failed web .*gone.* not_found: This page doesn't exist or was removed/,
      ),
      'ready office The Harbour Wall Document',
      'ready office The Harbour Wall Document',
      'ready office The Harbour Wall Document',
      'ready pdf raft 1 page',
      'ready textfile Rafts Text',
      'ready textfile notes Text',
      'ready web The harbour wall web page',
    ]);
    expect(ran.stderr).toMatch(
      /picture\.txt\n {4}This file is not a PDF, an HTML file, [^]* or a text file\.[^]*absent\.pdf\n {4}No such file[^]*10\.0\.0\.1\/\n {4}This address is in a private network[^]*7 ready · 0 working · 4 failed/,
    );
  });

  it('keeps the data of imported links through an export and a second import', async () => {
    const file = join(folder.path, 'kept.html');
    writeFileSync(
      file,
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Work</H3><DL><p><DT><H3>Wiki</H3><DL><p>
      <DT><A HREF="http://10.0.0.7/wiki" ADD_DATE="1600000000" TAGS="old books,sea" TOREAD="1">My wiki</A><DD>Ask Ada
      <DT><A HREF="${site.origin}/otters.html">Otters</A>
      </DL><p></DL><p></DL><p>`,
    );
    const kept = async () =>
      records(await gloss('list', '--json')).find(
        (it) => it['canonicalUrl'] === 'http://10.0.0.7/wiki',
      );
    const shown = {
      state: 'bookmark',
      ownTitle: 'My wiki',
      ownNote: 'Ask Ada',
      tags: ['old books', 'sea'],
      folder: 'Work/Wiki',
      addedAt: '2020-09-13T12:26:40.000Z',
      flags: ['toread'],
    };
    await gloss('import', file, '--thread', 'Kept');
    const before = await kept();
    expect(before).toMatchObject(shown);
    const out = join(folder.path, 'out');
    expect(await gloss('export', '--thread', 'Kept', '--format', 'json', '-o', out)).toMatchObject({
      code: 0,
    });
    await gloss('rm', String(before?.['_id']));
    expect(await kept()).toBeUndefined();
    await gloss('import', out);
    expect(await kept()).toMatchObject(shown);
  });

  it("keeps a file's bookmarks even if none can be read", async () => {
    const file = join(folder.path, 'inside.txt');
    writeFileSync(file, 'http://10.0.0.8/one\nhttp://10.0.0.8/two\n');
    expect(await gloss('import', file)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('GLOSS_FETCH_ALLOW'),
    });
    const kept = records(await gloss('list', '--json')).filter((it) =>
      String(it['canonicalUrl']).startsWith('http://10.0.0.8/'),
    );
    expect(kept).toMatchObject([{ state: 'bookmark' }, { state: 'bookmark' }]);
  });

  it('removes control characters from titles', async () => {
    const ran = await gloss('add', `${site.origin}/evil.html`);
    expect(ran.stdout).toMatch(/\tEvil title red\t/);
  });
});

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JSONContent } from '@tiptap/core';
import { Command, CommanderError } from 'commander';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { createApi } from '#api/client/client.ts';
import { openZip } from '#config/zip-reader.ts';
import { openOnSqlite } from '#api/db/testing/test-database.ts';
import { openTestServer, type TestServer } from '#api/testing/test-server.ts';
import { Fault, FAULTS } from '#core/contract/faults.ts';
import { readSettings } from '#config/settings.ts';
import type { ThreadExport } from '#core/contract/export.ts';
import { BLOCKS } from '#core/editor/blocks/registry.ts';
import { cleanDoc } from '#core/editor/document.ts';
import { openTestFolder, type TestFolder } from '../testing/run-gloss.ts';
import { exportThreads } from './export.ts';
import { importSources } from './import.ts';
import { threads } from './threads.ts';
import type { Output } from '../render/output.ts';
import { onePagePdf } from '../testing/one-page-pdf.ts';

let folder: TestFolder;
const SECRET = 'a secret that two servers share, of thirty-two signs';
const PUBLIC = 'http://gloss.test';
const THREAD = '0198c0de-0000-7000-8000-00000000f000';
const WHERE = new RegExp(`^${THREAD}\\tOn margins: a "thread"\\t3\\tmargins-0a1b2c$`);
const SOURCES = ['a1', 'a2', 'a3'].map((end) => `0198c0de-0000-7000-8000-0000000000${end}`);
const servers = new Map<string, TestServer>();

interface Ran {
  code: number;
  lines: string[];
  stderr: string;
  stdout: string;
}
/** Runs the real command, with a separate server for each library. */
async function gloss(
  library: string,
  verb: 'export' | 'import' | 'threads',
  ...args: string[]
): Promise<Ran> {
  const server = servers.get(library);
  if (!server) throw new Error(`no library ${library}`);
  const command = { export: exportThreads, import: importSources, threads }[verb];
  const [lines, problems, records]: string[][] = [[], [], []];
  const out: Output = {
    json: args.includes('--json'),
    live: false,
    columns: undefined,
    line: (text = '') => {
      lines?.push(text);
    },
    write: () => undefined,
    record: (value) => {
      records?.push(JSON.stringify(value));
    },
    remark: () => undefined,
    note: () => undefined,
    problem: (message, about) => {
      problems?.push(`${about ?? ''} ${message}`);
    },
  };
  const api = async () =>
    createApi({
      url: server.server.url,
      token: server.ownerToken,
      signal: new AbortController().signal,
      hosted: true,
    });
  const parsed = command
    .describe(new Command())
    .exitOverride()
    .configureOutput({
      writeErr: (text) => {
        problems?.push(text);
      },
    })
    .option('--json');
  let code: number;
  try {
    parsed.parse(args, { from: 'user' });
    code = await command.run(
      {
        settings: readSettings({ GLOSS_DATA_DIR: folder.path, GLOSS_PUBLIC_URL: PUBLIC }),
        out,
        api,
        signal: new AbortController().signal,
        command: parsed,
      },
      parsed.args,
      parsed.opts(),
    );
  } catch (error) {
    if (!(error instanceof Fault)) {
      if (!(error instanceof CommanderError)) throw error;
      code = 2;
    } else {
      problems?.push(error.message);
      code = FAULTS[error.code].exit;
    }
  }
  return {
    code,
    lines: lines ?? [],
    stderr: (problems ?? []).join('\n'),
    stdout: (records ?? []).join('\n'),
  };
}
const filesIn = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map(
        (it) =>
          [
            join(it.parentPath, it.name).slice(path.length + 1),
            readFileSync(join(it.parentPath, it.name)).toString('base64'),
          ] as const,
      )
      .sort(),
  );

/** A thread with the example of every block and a file of each kind. */
async function everything(): Promise<{ it: ThreadExport; files: Record<string, Buffer> }> {
  const picture = `uploads/${THREAD}/0198c0de-0000-7000-8000-00000000f001`;
  const photo = `uploads/${THREAD}/0198c0de-0000-7000-8000-00000000f002`;
  const paper = `uploads/${THREAD}/0198c0de-0000-7000-8000-00000000f003`;
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a03020' } });
  // Encoding it again would change its bytes.
  const noisy = sharp(Buffer.from(Array.from({ length: 3600 }, (_, n) => (n * n * 7919) % 256)), {
    raw: { width: 40, height: 30, channels: 3 },
  });
  const files = {
    'assets/picture.png': await plain.clone().png().toBuffer(),
    'assets/photo.jpg': await noisy.jpeg({ quality: 97 }).toBuffer(),
    'assets/paper.pdf': Buffer.from(onePagePdf('Margins are where reading turns into writing.')),
  };
  const about = (
    key: string,
    path: keyof typeof files,
    contentType: 'image/png' | 'image/jpeg' | 'application/pdf',
  ) => ({
    key,
    path,
    name: path.slice(7),
    contentType,
    size: files[path].length,
    sha256: '0'.repeat(64),
  });
  const examples = BLOCKS.map(
    (block): JSONContent =>
      block.inline
        ? { type: 'paragraph', content: [{ type: 'text', text: 'at ' }, block.example] }
        : block.name === 'image'
          ? { ...block.example, attrs: { ...block.example.attrs, file_key: picture } }
          : block.example,
  );
  const notes = cleanDoc({
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Margins' }] },
      ...examples,
      { type: 'image', attrs: { file_key: photo, uploaded: true, alt: 'photo' } },
      { type: 'paragraph' },
      {
        type: 'codeBlock',
        attrs: { language: 'md' },
        content: [{ type: 'text', text: '```\n[x](?source=no)\n```' }],
      },
    ],
  });
  const heldSince = '2026-01-02T03:04:05.678Z';
  return {
    files,
    it: {
      gloss: 1,
      kind: 'thread',
      thread: {
        _id: THREAD as never,
        url: 'margins-0a1b2c',
        title: 'On margins: a "thread"',
        createdAt: heldSince,
        updatedAt: '2026-02-03T04:05:06.789Z',
      },
      sources: [
        {
          _id: SOURCES[0] as never,
          sourceType: 'youtube',
          medium: 'timed',
          title: 'On margins',
          url: 'https://www.youtube.com/watch?v=abcdefghijk',
          heldSince,
          tags: ['reading', 'old books'],
          addedAt: heldSince,
          note: 'Watch --> again.',
          highlights: [{ text: 'A gloss.', note: 'Yes.' }],
        },
        {
          _id: SOURCES[1] as never,
          sourceType: 'pdf',
          medium: 'paged',
          title: 'Paper',
          file: paper,
          heldSince: '2026-01-02T03:04:06.000Z',
          addedAt: heldSince,
        },
        {
          _id: SOURCES[2] as never,
          sourceType: 'web',
          medium: 'flow',
          title: 'Marginalia: "notes"',
          url: 'https://example.com/notes_(margin)',
          heldSince: '2026-01-02T03:04:07.000Z',
          addedAt: heldSince,
        },
      ],
      notes: notes as Record<string, unknown>,
      clips: [],
      answers: [
        {
          _id: '0198c0de-0000-7000-8000-00000000f00a' as never,
          question: 'Why?',
          answer: 'So [1].',
          state: 'done',
          model: 'offline',
          sources: [SOURCES[0] as never],
          indexes: { 1: `83:${SOURCES[0]}` },
          citations: [],
          timeTaken: 12,
          feature: 'chat-thread',
          thread_node_id: null,
          feedback: 'like',
          error: null,
          createdAt: heldSince,
        },
      ],
      files: [
        about(picture, 'assets/picture.png', 'image/png'),
        about(photo, 'assets/photo.jpg', 'image/jpeg'),
        about(paper, 'assets/paper.pdf', 'application/pdf'),
      ],
    },
  };
}

describe('gloss export and import', () => {
  const open = openOnSqlite();
  beforeAll(async () => {
    folder = openTestFolder();
    for (const library of ['one', 'other-md', 'other-json', 'bad'])
      servers.set(
        library,
        await openTestServer(open, {
          worker: false,
          stranger: false,
          env: { GLOSS_SECRET: SECRET },
        }),
      );
    const { it: thread, files } = await everything();
    const given = join(folder.path, 'given');
    mkdirSync(join(given, 'assets'), { recursive: true });
    writeFileSync(join(given, 'thread.json'), JSON.stringify(thread));
    for (const [path, bytes] of Object.entries(files)) writeFileSync(join(given, path), bytes);
    expect(await gloss('one', 'import', given)).toMatchObject({
      stderr: '',
      code: 0,
      lines: [expect.stringMatching(WHERE)],
    });
  });
  afterAll(async () => {
    for (const server of servers.values()) await server.close();
    folder.remove();
  });

  it.each(['md', 'json'] as const)(
    '%s exports and imports without loss: a second export has the same bytes',
    async (format) => {
      const [first, second, other] = [
        join(folder.path, `first-${format}`),
        join(folder.path, `second-${format}`),
        `other-${format}`,
      ];
      expect(await gloss('one', 'export', '--all', '-f', format, '-o', first)).toMatchObject({
        code: 0,
        lines: [join(first, 'margins-0a1b2c')],
      });
      expect(Object.keys(filesIn(first))).toHaveLength(4);
      expect(await gloss(other, 'import', first)).toMatchObject({
        code: 0,
        lines: [expect.stringMatching(WHERE)],
      });
      expect(
        await gloss(other, 'export', '-t', 'margins-0a1b2c', '-f', format, '-o', second),
      ).toMatchObject({ code: 0 });
      expect(filesIn(second)).toEqual(filesIn(first));
      // The notes, for comparing them after each round trip.
      const json = (library: string) =>
        gloss(library, 'export', '--all', '-f', 'json', '-o', join(folder.path, `${library}-look`));
      await json('one');
      await json(other);
      const notes = (library: string) =>
        (
          JSON.parse(
            readFileSync(join(folder.path, `${library}-look/margins-0a1b2c/thread.json`), 'utf8'),
          ) as ThreadExport
        ).notes;
      expect(notes(other)).toEqual(notes('one'));
      const again = JSON.parse(
        (await gloss(other, 'export', '--all', '-f', format, '-o', second, '--json')).stdout,
      ) as { written: number };
      expect(again.written).toBe(0);
    },
  );

  it('writes Markdown for vaults: front matter, links that open at the source, and files next to it', () => {
    const text = readFileSync(
      join(folder.path, 'first-md/margins-0a1b2c/On margins a thread.md'),
      'utf8',
    );
    expect(text).toMatch(
      /^---\ntitle: "On margins: a \\"thread\\""\nid: "0198c0de-[^\n]*\nurl: "http:\/\/gloss\.test\/t\/margins-0a1b2c"\ncreated: 2026-01-02T03:04:05\.678Z\nupdated: 2026-02-03T04:05:06\.789Z\ntags: \["reading","old-books"\]\nsources:\n {2}- \{/,
    );
    expect(text).toContain(
      '[01:23–01:45](https://www.youtube.com/watch?v=abcdefghijk&t=83s#at=83.5&to=105 "clip")\n\n^0198c0de-0000-7000-8000-000000000001\n',
    );
    expect(text).toContain('(assets/0198c0de-0000-7000-8000-00000000f003.pdf#page=4 "pdf-clip")');
    expect(text).toContain('(https://example.com/notes_%28margin%29#p=12&n=1:~:text=');
    expect(text).toContain('|480](assets/0198c0de-0000-7000-8000-00000000f001.png)');
  });

  it('imports an existing thread as another thread and leaves the first unchanged', async () => {
    const [line = ''] = (await gloss('one', 'import', join(folder.path, 'given'))).lines;
    const [id = '', title, sources, address = ''] = line.split('\t');
    expect([title, sources]).toEqual(['On margins: a "thread"', '3']);
    expect(id).not.toBe(THREAD);
    await gloss('one', 'export', '-t', address, '-f', 'json', '-o', join(folder.path, 'twice'));
    const { notes, files } = JSON.parse(
      readFileSync(join(folder.path, 'twice', address, 'thread.json'), 'utf8'),
    ) as ThreadExport;
    const pages = join(folder.path, 'pages');
    await gloss('one', 'export', '--all', '-f', 'html', '-o', pages);
    expect(readdirSync(pages).sort()).toEqual(['On margins a thread.html', 'margins-0a1b2c.html']);
    expect(
      files.every(
        (it) =>
          it.key.startsWith(`uploads/${id}/`) &&
          JSON.stringify(notes).includes(it.key) === it.contentType.startsWith('image/'),
      ),
    ).toBe(true);
  });

  it('writes a self-contained HTML page, and keeps the names of cards', async () => {
    const out = join(folder.path, 'read');
    await gloss('one', 'export', '-t', THREAD, '-f', 'html', '-o', out);
    const page = readFileSync(join(out, 'On margins a thread.html'), 'utf8');
    expect(page).toContain('src="data:image/png;base64,');
    expect(page).not.toMatch(/<script|<link|src="(?!data:)|url\(/);
    expect(page).toContain('https://www.youtube.com/watch?v=abcdefghijk&#x26;t=83s"');
    const deck = async () => {
      expect(await gloss('one', 'export', '-t', THREAD, '-f', 'anki', '-o', out)).toMatchObject({
        code: 0,
        lines: [join(out, 'On margins a thread.apkg')],
      });
      const zip = await openZip(join(out, 'On margins a thread.apkg'), {
        entries: 10,
        bytes: 2 ** 24,
        ratio: 1000,
      });
      writeFileSync(
        join(out, 'collection.anki2'),
        Buffer.concat(await Array.fromAsync(zip.read('collection.anki2'))),
      );
      zip.close();
      const db = new DatabaseSync(join(out, 'collection.anki2'), { readOnly: true });
      const notes = db
        .prepare(
          'SELECT n.id, guid, mid, flds, c.did FROM notes n JOIN cards c ON c.nid = n.id ORDER BY n.id',
        )
        .all();
      const { ver, models } = db.prepare('SELECT ver, models FROM col').get() ?? {};
      db.close();
      return {
        ver,
        kinds: Object.keys(JSON.parse(String(models)) as object),
        notes: notes.map((it) => ({ ...it })),
      };
    };
    const { ver, kinds, notes } = await deck();
    expect({ ver, kinds: kinds.length }).toEqual({ ver: 11, kinds: 3 });
    expect(notes).toHaveLength(3);
    expect(notes.every((it) => kinds.includes(String(it['mid'])))).toBe(true);
    const fields = notes.map((it) => String(it['flds']).split('\u001F'));
    expect(
      fields.find(([front]) => front?.startsWith('<p>Where does a gloss stand?')),
    ).toMatchObject([
      expect.stringContaining('<li>On the cover</li>'),
      'In the *margin*',
      expect.stringContaining('href="'),
    ]);
    expect(fields.find(([, back]) => back === 'Ada [the host]')?.[2]).toBe(
      '<a href="https://www.youtube.com/watch?v=abcdefghijk&amp;t=83s">On margins · 01:23</a>',
    );
    expect((await deck()).notes).toEqual(notes);
  });

  it('rejects harmful files and leaves nothing of them', async () => {
    const given = join(folder.path, 'given');
    const text = readFileSync(join(given, 'thread.json'), 'utf8');
    const bad = join(folder.path, 'bad');
    mkdirSync(join(bad, 'assets'), { recursive: true });
    const tried = async (json: string) => {
      writeFileSync(join(bad, 'thread.json'), json);
      return gloss('bad', 'import', bad);
    };
    expect(await tried(text.replaceAll('assets/photo.jpg', '../../secret.jpg'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('files.1.path'),
    });
    // The import follows no link out of the export.
    cpSync(join(given, 'assets'), join(bad, 'assets'), { recursive: true });
    symlinkSync(join(given, 'thread.json'), join(bad, 'assets/out.jpg'));
    expect(await tried(text.replaceAll('assets/photo.jpg', 'assets/out.jpg'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('leads out of the export'),
    });
    // An HTML page with the extension of an image.
    writeFileSync(join(bad, 'assets/photo.jpg'), '<script>alert(1)</script>');
    expect(await tried(text)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not image/jpeg'),
    });
    expect((await gloss('bad', 'threads')).lines).toEqual([]);
    // The rejected file is reported; the rest is imported.
    expect(await tried(text.replaceAll('assets/photo.jpg', 'assets/gone.jpg'))).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('On margins')],
      stderr: expect.stringContaining('assets/gone.jpg'),
    });
    const bomb = new ZipFile();
    bomb.addBuffer(Buffer.from(text), 'thread.json');
    bomb.addBuffer(Buffer.alloc(4 * 2 ** 20), 'assets/zeros.png');
    bomb.end();
    writeFileSync(
      join(folder.path, 'bomb.zip'),
      Buffer.concat(await Array.fromAsync(bomb.outputStream as AsyncIterable<Buffer>)),
    );
    expect(await gloss('bad', 'import', join(folder.path, 'bomb.zip'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('more than 100 times'),
    });
  });

  it("explains why it can't export", async () => {
    expect(await gloss('one', 'export')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--thread THREAD'),
    });
    expect(await gloss('one', 'export', '-t', 'Nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No thread matches Nowhere'),
    });
    expect(await gloss('one', 'export', '--all', '-f', 'docx')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('md, html, json, anki'),
    });
    expect(existsSync(join(folder.path, 'docx'))).toBe(false);
  });
});

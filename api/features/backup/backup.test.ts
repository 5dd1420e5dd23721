import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Doc, encodeStateAsUpdate } from 'yjs';
import { createLog } from '#config/log.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import type { User } from '#core/contract/account.ts';
import type { ThreadId } from '#core/contract/id.ts';
import { sha256 } from '#config/sha256.ts';
import { beginBackup, restoreBackup } from '../../compose/backup.ts';
import { openZip } from '#config/zip-reader.ts';
import { createUpdateStore } from '../../collab/update-store.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { Encryptor, SecondFactors } from '../accounts/index.ts';
import { finishRestore } from './finish-restore.ts';
import type { Manifest } from './manifest.ts';

const log = createLog('silent');
/** A change of a thread's notes, as the server may read it at any time. */
const noteUpdate = (() => {
  const doc = new Doc();
  doc.getMap('noise').set('bytes', new Uint8Array(randomBytes(3000)));
  return encodeStateAsUpdate(doc);
})();
/** Returns the rows of a SQLite file, read directly. */
function standsIn(file: string): Record<string, unknown[]> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all()
      .map((row) => String(row['name']));
    return Object.fromEntries(
      tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).all()]),
    );
  } finally {
    db.close();
  }
}
const settingsOf = (dataDir: string, url?: string): Settings =>
  readSettings({
    GLOSS_DATA_DIR: dataDir,
    PATH: process.env['PATH'],
    ...(url ? { GLOSS_DATABASE_URL: url } : {}),
  });
async function take(settings: Settings, path: string, index = false): Promise<Manifest> {
  const { output, done } = await beginBackup(settings, log, { index });
  const [manifest] = await Promise.all([done, pipeline(output, createWriteStream(path))]);
  return manifest;
}
/** The parts of a manifest that differ between two databases of any dialect. */
const rowsOf = ({ tables, sequences }: Manifest) => ({
  tables: tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  sequences,
});
const filesOf = ({ entries }: Manifest) =>
  entries
    .filter((it) => it.name.startsWith('files/'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/**
 * Returns a position in the middle of each compressed entry that is not tiny, from the central
 * directory.
 */
function packedIn(zip: Buffer): number[] {
  const found: number[] = [];
  for (
    let at = zip.readUInt32LE(zip.lastIndexOf('PK\u0005\u0006') + 16);
    zip.readUInt32LE(at) === 0x02014b50;
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  ) {
    const [size, header] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    if (size > 40)
      found.push(
        header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28) + (size >> 1),
      );
  }
  return found;
}

describeOnDatabases('a backup', (open, dialect) => {
  let test: TestServer;
  let folder: string;
  let here: Settings;

  beforeAll(async () => {
    test = await openTestServer(open);
    ({ settings: here } = test.server.parts);
    folder = here.dataDir;
    const thread = await test.thread('Otters 🦦');
    await test.read(thread, 'otters.html');
    await test.owner.post('post/v1/create', {
      thread: thread._id,
      blog_node_id: 'b',
      title: 'On otters',
      content: { type: 'doc', content: [{ type: 'paragraph' }] },
    });
    const notes = createUpdateStore(test.server.parts.database, log);
    await notes.append(`thread:${thread._id}`, noteUpdate);
    await test.server.parts.library.embeddings.spend('m', 7);
  });
  afterAll(() => test.close());

  it('restores every row and file, on the same kind of database and on the other', async () => {
    // The row of the last job stays for a moment.
    const idle = { waiting: 0, delayed: 0, running: 0, background: 0 };
    await expect.poll(() => test.server.parts.queue.counts()).toEqual(idle);
    const first = await take(here, join(folder, 'first.backup'), true);
    expect(first.tables.find((it) => it.name === 'sources')).toMatchObject({ rows: 1 });
    expect(filesOf(first).length).toBeGreaterThan(1);
    // Restores to SQLite, from there to a new database of this dialect, and compares.
    const elsewhere = settingsOf(join(folder, 'elsewhere'));
    await restoreBackup(elsewhere, log, join(folder, 'first.backup'), { replace: false });
    const second = await take(elsewhere, join(folder, 'second.backup'));
    expect(rowsOf(second)).toEqual(rowsOf(first));
    expect(filesOf(second)).toEqual(filesOf(first));
    const there = standsIn(join(elsewhere.dataDir, 'gloss.sqlite'));
    expect(there['collab_updates']).toMatchObject([{ update: noteUpdate }]);
    if (dialect === 'sqlite') expect(there).toEqual(standsIn(join(here.dataDir, 'gloss.sqlite')));
    const { location, database } = await open({ migrated: dialect === 'postgres' });
    await database.close();
    const back =
      dialect === 'postgres'
        ? settingsOf(join(folder, 'back'), location.url)
        : settingsOf(join(folder, 'back'));
    await restoreBackup(back, log, join(folder, 'second.backup'), { replace: false });
    const third = await take(back, join(folder, 'third.backup'));
    expect({ dialect: third.dialect, ...rowsOf(third) }).toEqual({ dialect, ...rowsOf(first) });
    await expect(
      restoreBackup(back, log, join(folder, 'second.backup'), { replace: false }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await restoreBackup(back, log, join(folder, 'second.backup'), { replace: true });
    expect(rowsOf(await take(back, join(folder, 'fourth.backup')))).toEqual(rowsOf(first));
    expect(
      (await readdir(back.dataDir)).filter((name) => name.startsWith('before-restore-')),
    ).toHaveLength(dialect === 'sqlite' ? 1 : 0);
  });

  it('contains no usable secrets: only hashes of tokens, and no settings', async () => {
    const { token } = dataOf(await test.owner.post('me/tokens', { name: 'a program' })) as {
      token: string;
    };
    const canary = (name: string) => `canary-${name}-${randomBytes(8).toString('hex')}`;
    const [secret, key, mail] = [canary('secret'), canary('key'), canary('mail')];
    const settings = readSettings({
      GLOSS_DATA_DIR: folder,
      PATH: process.env['PATH'],
      GLOSS_SECRET: `${secret}-of-more-than-thirty-two-letters`,
      OPENAI_API_KEY: key,
      GLOSS_SMTP_URL: `smtp://gloss:${mail}@mail.example.org`,
      ...(here.databaseUrl ? { GLOSS_DATABASE_URL: here.databaseUrl } : {}),
    });
    const { user } = dataOf(await test.owner.get('me')) as { user: User };
    const factors = new SecondFactors({
      database: test.server.parts.database,
      sealer: new Encryptor(settings.secret ?? ''),
      required: false,
      send: () => undefined,
      forgot: '',
      endOthers: async () => undefined,
    });
    const { key: seed, ticket } = await factors.question(user);
    const codes = await factors.enable(
      user,
      ticket,
      new TOTP({ secret: Secret.fromBase32(seed) }).generate(),
      undefined,
    );
    const kept = (
      await Promise.all(
        ['secret', 'owner-token'].map((name) =>
          readFile(join(folder, name), 'utf8').catch(() => ''),
        ),
      )
    )
      .map((it) => it.trim())
      .filter(Boolean);
    await take(settings, join(folder, 'secrets.backup'));
    const zip = await openZip(join(folder, 'secrets.backup'), {
      entries: 1000,
      bytes: 2 ** 30,
      ratio: 2000,
    });
    try {
      const texts = await Promise.all(
        [...zip.sizes.keys()]
          .filter((name) => !name.startsWith('files/'))
          .map(async (name) => Buffer.concat(await Array.fromAsync(zip.read(name))).toString()),
      );
      const all = texts.join('\n');
      expect(kept).toHaveLength(2);
      expect(all).toContain('"v1.');
      expect(
        [token, seed, ...codes, test.server.ownerToken, secret, key, mail, ...kept].filter((it) =>
          all.includes(it),
        ),
      ).toEqual([]);
      // The search would have found them.
      for (const opens of [token, test.server.ownerToken]) expect(all).toContain(sha256(opens));
    } finally {
      zip.close();
    }
  });

  it('serves what was restored', async () => {
    await take(here, join(folder, 'served.backup'));
    const { location, folder: dataDir, database } = await open({ migrated: false });
    await database.close();
    await restoreBackup(settingsOf(dataDir, location.url), log, join(folder, 'served.backup'), {
      replace: true,
    });
    const again = await openTestServer(async () => ({ database, location, folder: dataDir, log }), {
      stranger: false,
      worker: false,
    });
    try {
      const { docs } = dataOf(await again.owner.get('threads')) as {
        docs: { title: string; _id: ThreadId }[];
      };
      expect(docs.map((it) => it.title)).toContain('Otters 🦦');
      const { docs: sources } = dataOf(await again.owner.get('sources')) as {
        docs: { _id: string }[];
      };
      expect(
        JSON.stringify(dataOf(await again.owner.get(`sources/${sources[0]?._id}/text`))),
      ).toContain('hold hands');
      // The search index is rebuilt.
      await expect
        .poll(
          async () =>
            (dataOf(await again.owner.get('search?q=otters')) as { hits: unknown[] }).hits.length,
        )
        .toBeGreaterThan(0);
    } finally {
      await again.close();
    }
  });

  it('that is damaged anywhere is refused without changes', async () => {
    const path = join(folder, 'whole.backup');
    await take(here, path);
    const whole = await readFile(path);
    const broken = join(folder, 'broken.backup');
    const target = join(folder, 'untouched');
    const refused = () =>
      expect(
        restoreBackup(settingsOf(target), log, broken, { replace: false }),
      ).rejects.toMatchObject({
        code: 'corrupt_file',
        message: expect.stringContaining('This backup is damaged'),
      });
    // Positions within compressed data and the central directory; the local headers between them
    // are never read.
    const list = whole.lastIndexOf('PK\u0001\u0002');
    const packed = packedIn(whole);
    expect(packed.length).toBeGreaterThan(10);
    for (const at of [
      60,
      ...[0.3, 0.6, 1].map((share) => packed[Math.floor((packed.length - 1) * share)] ?? 0),
      whole.indexOf('manifest.json') + 60,
      list + 17,
    ]) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
      await writeFile(broken, bytes);
      await refused();
    }
    await writeFile(broken, whole);
    await truncate(broken, whole.length - 1000);
    await refused();
    expect(await readdir(target)).toEqual([]);
  });
});

describe('a restore that was interrupted between its renames', () => {
  it.each([0, 1, 2])('is completed at the next start, after %i of them', async (done) => {
    const root = join(process.env['TMPDIR'] ?? '/tmp', `gloss-finish-${process.pid}-${done}`);
    const put = async (path: string, text: string) => {
      await mkdir(join(root, path, '..'), { recursive: true });
      await writeFile(join(root, path), text);
    };
    try {
      for (const name of ['gloss.sqlite', 'gloss.sqlite-wal', 'index.sqlite', 'files/a'])
        await put(name, 'old');
      for (const name of ['gloss.sqlite', 'files/a']) await put(`restoring/${name}`, 'new');
      await put(
        'restoring/complete.json',
        JSON.stringify({ aside: 'before-restore-1', items: ['files', 'gloss.sqlite'] }),
      );
      if (done > 0) {
        await mkdir(join(root, 'before-restore-1'));
        await rename(join(root, 'files'), join(root, 'before-restore-1/files'));
      }
      if (done > 1) await rename(join(root, 'restoring/files'), join(root, 'files'));
      await finishRestore(root);
      await finishRestore(root);
      expect((await readdir(root)).sort()).toEqual(['before-restore-1', 'files', 'gloss.sqlite']);
      expect(
        await Promise.all(
          [
            'gloss.sqlite',
            'files/a',
            'before-restore-1/gloss.sqlite',
            'before-restore-1/files/a',
          ].map((name) => readFile(join(root, name), 'utf8')),
        ),
      ).toEqual(['new', 'new', 'old', 'old']);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
});

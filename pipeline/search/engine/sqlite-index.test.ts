import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { chunksOf, indexedSource, searchIndexConformance } from '../conformance.ts';
import type { SearchIndex } from '../contract.ts';
import { createSqliteIndex } from './sqlite-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gloss-index-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const log = createLog('silent');
let made = 0;
let file = join(folder, 'index.sqlite');

searchIndexConformance('sqlite', {
  fresh: async () => {
    file = join(folder, `${(made += 1)}`, 'index.sqlite');
  },
  open: () => createSqliteIndex({ file, log }),
});

describe('the index file', () => {
  const opened: SearchIndex[] = [];
  const open = (path: string) => {
    const index = createSqliteIndex({ file: path, log });
    opened.push(index);
    return index;
  };
  const fresh = () => join(folder, `${(made += 1)}`, 'index.sqlite');
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((it) => it.close()));
  });
  const source = indexedSource({ title: 'Tides' });
  const question = { text: 'tide', ownerId: source.ownerId, limit: 5 };
  const fill = (index: SearchIndex) =>
    index.replace(source, chunksOf(source, ['The tide comes in.']));

  it('replaces and removes many sources in one step', async () => {
    const index = createSqliteIndex<string>({ file: fresh(), log });
    opened.push(index as SearchIndex);
    const other = indexedSource({ title: 'Elsewhere' });
    const many = Array.from({ length: 300 }, (_, n) =>
      indexedSource({ ownerId: source.ownerId, title: `Moon ${n}` }),
    );
    const last = many.at(-1) ?? source;
    const put = (text: string) =>
      index.replaceMany(
        [...many, other].map((it) => ({ source: it, chunks: chunksOf(it, [text, 'Two.']) })),
      );
    await put('The tide comes in.');
    await put('The ebb goes out.');
    const found = async (text: string, ownerId = source.ownerId) =>
      (await index.search({ text, ownerId, limit: 200 })).length;
    expect([await found('tide'), await found('ebb'), await found('ebb', other.ownerId)]).toEqual([
      0, 200, 1,
    ]);
    expect(
      await index.search({ ...question, text: 'ebb', sourceIds: [last.sourceId] }),
    ).toMatchObject([{ sourceId: last.sourceId, text: 'The ebb goes out.', ordinal: 0 }]);
    await index.removeMany(many.slice(2).map((it) => it.sourceId));
    expect([await found('ebb'), await index.counts()]).toEqual([2, { sources: 3, chunks: 6 }]);
  });

  it('searches sources of several types', async () => {
    const index = createSqliteIndex<string>({ file: fresh(), log });
    opened.push(index as SearchIndex);
    const put = async (sourceType: string) => {
      const it = { ...source, ...indexedSource({ ownerId: source.ownerId }), sourceType };
      await index.replace(it, chunksOf(it as never, ['The tide comes in.']));
    };
    for (const type of ['note', 'answer', 'web']) await put(type);
    const types = async (sourceTypes: string[]) =>
      (await index.search({ ...question, sourceTypes })).map((it) => it.sourceType).sort();
    expect(await types(['note', 'web'])).toEqual(['note', 'web']);
    expect(await types(['post'])).toEqual([]);
  });

  it('keeps its passages after a restart', async () => {
    const path = fresh();
    const first = open(path);
    await fill(first);
    await first.close();
    expect(await open(path).search(question)).toHaveLength(1);
  });

  it.each(['while it is closed', 'under an open index'])(
    'is empty after it was deleted %s, and can be filled again',
    async (when) => {
      const path = fresh();
      const first = open(path);
      await fill(first);
      expect(await first.search(question)).toHaveLength(1);
      if (when === 'while it is closed') await first.close();
      rmSync(path);
      const index = when === 'while it is closed' ? open(path) : first;
      expect(await index.counts()).toEqual({ sources: 0, chunks: 0 });
      expect(await index.search(question)).toEqual([]);
      await fill(index);
      expect(await index.search(question)).toHaveLength(1);
      expect(await open(path).search(question)).toHaveLength(1);
    },
  );

  it('warms up without changing anything, with many passages, few or none', async () => {
    const path = fresh();
    const index = open(path);
    await index.warmUp?.();
    expect(existsSync(path)).toBe(false);
    await fill(index);
    await index.warmUp?.();
    expect(await index.search(question)).toHaveLength(1);
    await index.replace(
      source,
      chunksOf(
        source,
        Array.from({ length: 300 }, (_, n) => `The ${n}th tide comes in.`),
      ),
    );
    const asked = await index.search(question);
    await index.warmUp?.();
    expect(await index.search(question)).toEqual(asked);
    await index.clear();
    await index.warmUp?.();
    expect(await index.counts()).toEqual({ sources: 0, chunks: 0 });
  });

  it('is smaller than the text that it indexes', async () => {
    const path = fresh();
    const index = open(path);
    const words =
      'the tide comes in twice a day and wets the sand below the old harbour wall'.split(' ');
    const texts = Array.from({ length: 2_000 }, (_, n) =>
      Array.from(
        { length: 120 },
        (_word, at) => words[(n * 7919 + at * at * 31) % words.length],
      ).join(' '),
    );
    await index.replace(source, chunksOf(source, texts));
    expect((await index.search(question))[0]?.text).toContain('tide');
    await index.close();
    expect(statSync(path).size).toBeLessThan(texts.join('').length);
  });

  it('answers questions during the warm-up, and closes', async () => {
    const index = open(fresh());
    await index.replace(
      source,
      chunksOf(
        source,
        Array.from({ length: 300 }, (_, n) => `The ${n}th tide comes in.`),
      ),
    );
    const rehearsed = index.warmUp?.().then(
      () => 'all of it',
      () => 'closed',
    );
    expect(await index.search(question)).toHaveLength(5);
    await index.close();
    expect(await rehearsed).toBe('closed');
  });

  it('no longer finds a passage that another process removed', async () => {
    const path = fresh();
    const one = open(path);
    const other = open(path);
    const tides = [
      'The tide comes in.',
      'The tide goes out.',
      'A spring tide.',
      'A neap tide.',
      'Slack tide.',
    ];
    await one.replace(source, chunksOf(source, tides));
    expect(await one.search(question)).toHaveLength(5);
    const [first] = chunksOf(source, ['The ebb begins.']);
    await other.append(source, first ? [first] : []);
    expect((await one.search(question)).map((it) => it.text).sort()).toEqual(
      [...tides.slice(1), 'The ebb begins.'].sort(),
    );
  });

  it('with another layout is emptied and rebuilt', async () => {
    const path = fresh();
    const first = open(path);
    await fill(first);
    await first.close();
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 999');
    db.close();
    const index = open(path);
    expect(await index.counts()).toEqual({ sources: 0, chunks: 0 });
    await fill(index);
    expect(await index.search(question)).toHaveLength(1);
  });

  it("that isn't a database is replaced", async () => {
    const path = fresh();
    const first = open(path);
    await first.counts();
    await first.close();
    writeFileSync(path, 'this is not a database, by any means. '.repeat(300));
    const index = open(path);
    await fill(index);
    expect(await index.search(question)).toHaveLength(1);
    expect(readFileSync(path).subarray(0, 6).toString()).toBe('SQLite');
  });

  /** Overwrites the file from its second page on, past the header and the first table. */
  const damagePages = (path: string) => {
    const descriptor = openSync(path, 'r+');
    const noise = randomBytes(statSync(path).size - 4096);
    writeSync(descriptor, noise, 0, noise.byteLength, 4096);
    closeSync(descriptor);
  };
  const destroyHeader = (path: string) => {
    const descriptor = openSync(path, 'r+');
    writeSync(descriptor, Buffer.alloc(100), 0, 100, 0);
    closeSync(descriptor);
  };
  const truncate = (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 5000));
  const DAMAGES = [
    ['has damaged pages', damagePages],
    ['lost its header', destroyHeader],
    ['was cut off', truncate],
    ['is empty', (path: string) => writeFileSync(path, '')],
    ['is gone', (path: string) => rmSync(path)],
  ] as const;

  it.each(DAMAGES)(
    'that %s is replaced by an empty one, reported, and filled again',
    async (_, damage) => {
      const path = fresh();
      const first = open(path);
      await fill(first);
      await first.endFilling?.((await first.verify?.()) ?? 0);
      expect(await first.filledSources?.(source.ownerId)).toBeUndefined();
      await first.close();
      damage(path);
      let notices = 0;
      const index = createSqliteIndex({ file: path, log, onFilling: () => (notices += 1) });
      opened.push(index);
      expect(await index.search(question)).toEqual([]);
      expect(await index.filledSources?.(source.ownerId)).toBe(0);
      expect(notices).toBeGreaterThan(0);
      const verified = await index.verify?.();
      await fill(index);
      expect(await index.filledSources?.(source.ownerId)).toBe(1);
      await index.endFilling?.(verified ?? 0);
      expect(await index.filledSources?.(source.ownerId)).toBeUndefined();
      expect(await index.search(question)).toHaveLength(1);
      expect(await open(path).search(question)).toHaveLength(1);
    },
  );

  it('that is damaged while two indexes have it open is replaced once, and both use the new file', async () => {
    const path = fresh();
    const [one, other] = [open(path), open(path)];
    const many = chunksOf(
      source,
      Array.from({ length: 300 }, (_, n) => `The ${n}th tide comes in.`),
    );
    await one.replace(source, many);
    expect(await other.search(question)).toHaveLength(5);
    // Cached pages are not read again, but a new connection reads them.
    const checkpoint = new DatabaseSync(path);
    checkpoint.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    checkpoint.close();
    damagePages(path);
    await Promise.all([one.verify?.(), other.verify?.(), one.search(question)]);
    await fill(one);
    expect(await other.search(question)).toHaveLength(1);
    await other.append(source, chunksOf(source, ['The ebb begins.']).slice(0, 1));
    await other.close();
    expect((await one.search({ ...question, text: 'ebb' })).map((it) => it.text)).toEqual([
      'The ebb begins.',
    ]);
    await one.close();
    const db = new DatabaseSync(path);
    expect(db.prepare('PRAGMA quick_check').all()).toEqual([{ quick_check: 'ok' }]);
    db.close();
  });

  it("isn't marked as filled by a reconcile that began with the previous file", async () => {
    const path = fresh();
    const index = open(path);
    await fill(index);
    const before = await index.verify?.();
    await index.clear();
    await index.endFilling?.(before ?? 0);
    expect(await index.filledSources?.(source.ownerId)).toBe(0);
  });

  it("doesn't block the event loop while a long source is written", async () => {
    const index = open(fresh());
    const long = indexedSource();
    let turns = 0;
    let writing = true;
    const count = () => {
      turns += 1;
      if (writing) setImmediate(count);
    };
    count();
    await index.replace(
      long,
      chunksOf(
        long,
        Array.from(
          { length: 3000 },
          (_, at) => `Passage ${at} on sea level, salt and the moon's pull`,
        ),
      ),
    );
    writing = false;
    expect(turns).toBeGreaterThan(1000);
  });

  it("that can't be created is `unavailable`", async () => {
    const path = fresh();
    writeFileSync(join(folder, 'plain'), '');
    await expect(open(join(folder, 'plain', 'index.sqlite')).counts()).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(existsSync(path)).toBe(false);
  });
});

/** A power failure may leave the log of the last commits torn anywhere, with any bits flipped. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryTypes } from 'sequelize';
import { describe, expect, it } from 'vitest';
import { openDatabase } from './connection.ts';
import { openOnSqlite } from './testing/test-database.ts';

const [ROUNDS, COMMITS, SEED] = [24, 60, 20_261_122];
/** Mulberry32, so that each run has the same damage. */
function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

describe('a torn write-ahead log', () => {
  const open = openOnSqlite();
  it(`opens without repair and has the first commits, complete and in order (seed ${SEED})`, async () => {
    const { database, location, folder, log } = await open({ migrated: false });
    const rows = async ({ sequelize }: typeof database) =>
      (
        await sequelize.query<{ n: number }>('SELECT n FROM commits ORDER BY n', {
          type: QueryTypes.SELECT,
        })
      ).map(({ n }) => n);
    await database.sequelize.query(
      'CREATE TABLE commits (n INTEGER PRIMARY KEY, text TEXT NOT NULL)',
    );
    await database.sequelize.query('PRAGMA wal_checkpoint(TRUNCATE)');
    for (let n = 0; n < COMMITS; n += 1)
      await database.write((transaction) =>
        database.sequelize.query('INSERT INTO commits VALUES ($1, $2)', {
          bind: [n, 'x'.repeat(n * 97)],
          transaction,
        }),
      );
    const all = Array.from({ length: COMMITS }, (_, n) => n);
    expect(await rows(database)).toEqual(all);
    const wal = readFileSync(`${location.file}-wal`);
    const chance = chances(SEED);
    const left: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = join(folder, `torn-${round}.sqlite`);
      const torn = Buffer.from(round % 2 === 0 ? wal.subarray(0, chance(wal.length)) : wal);
      if (round % 2 === 1) {
        const at = chance(torn.length);
        torn[at] = (torn[at] ?? 0) ^ (1 << chance(8));
      }
      copyFileSync(location.file, file);
      writeFileSync(`${file}-wal`, torn);
      const again = await openDatabase({ file, log });
      expect(
        await again.sequelize.query('PRAGMA integrity_check', { type: QueryTypes.SELECT }),
      ).toEqual([{ integrity_check: 'ok' }]);
      const kept = await rows(again);
      expect([round, kept]).toEqual([round, all.slice(0, kept.length)]);
      left.push(kept.length);
      await again.close();
    }
    // The damage reached the commits, and not all of them each time.
    expect([Math.min(...left) < COMMITS / 3, Math.max(...left) > COMMITS / 2]).toEqual([
      true,
      true,
    ]);
  });
});

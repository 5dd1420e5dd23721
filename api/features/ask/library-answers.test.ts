import { QueryTypes } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';

const BEFORE = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '030-library-answers'),
);
const NOW = '2026-01-01 00:00:00.000 +00:00';

describeOnDatabases('answers from before library questions', (open) => {
  it('stay in their threads after the migration, with their idempotency keys, and are deleted with them', async () => {
    const { database, location, log } = await open({ migrated: false });
    const run = (sql: string) => database.sequelize.query(sql);
    const all = (sql: string) => database.sequelize.query(sql, { type: QueryTypes.SELECT });
    const [user, thread, first, second] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    const insert = (id: string, threadId: string | null) =>
      run(
        `INSERT INTO answers (id, thread_id, owner_id, question, answer, state, sources, indexes, citations, server, created_at, updated_at) VALUES ('${id}', ${threadId === null ? 'NULL' : `'${threadId}'`}, '${user}', 'Why?', 'So.', 'done', '[]', '{}', '[]', 'here', '${NOW}', '${NOW}')`,
      );
    await migrate(database, { ...location, log, migrations: BEFORE });
    await run(
      `INSERT INTO users (id, claim, email, name, plan, verified, created_at) VALUES ('${user}', 'a@example.org', 'a@example.org', 'A', 'FREE', TRUE, '${NOW}')`,
    );
    await run(
      `INSERT INTO threads (id, url, owner_id, title, visibility, created_at, updated_at) VALUES ('${thread}', 'a', '${user}', 'A', 'private', '${NOW}', '${NOW}')`,
    );
    await insert(first, thread);
    await run(
      `INSERT INTO asked_once (user_id, key, fingerprint, answer_id, tries, created_at) VALUES ('${user}', 'key', 'print', '${first}', 1, '${NOW}')`,
    );
    await expect(insert(second, null)).rejects.toThrow();

    await migrate(database, { ...location, log, migrations });
    expect(await all('SELECT id, thread_id, question FROM answers')).toEqual([
      { id: first, thread_id: thread, question: 'Why?' },
    ]);
    expect(await all('SELECT answer_id FROM asked_once')).toEqual([{ answer_id: first }]);
    await insert(second, null);
    await run(`DELETE FROM threads WHERE id = '${thread}'`);
    expect(await all('SELECT id FROM answers')).toEqual([{ id: second }]);
    expect(await all('SELECT answer_id FROM asked_once')).toEqual([]);
  });
});

import type { Migration } from '../migrate.ts';

/**
 * An address may be signed up with more than once until it is confirmed; each sign-up is an account
 * of its own. SQLite cannot drop the UNIQUE of a column without rebuilding `users`, so the unique
 * column becomes `claim`: the address of a confirmed account, and the id of any other.
 */
export const signUps: Migration = {
  name: '024-sign-ups',
  async up({ sequelize, transaction }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    await run('ALTER TABLE users RENAME COLUMN email TO claim');
    await run("ALTER TABLE users ADD COLUMN email TEXT NOT NULL DEFAULT ''");
    await run('UPDATE users SET email = claim');
    await run('UPDATE users SET claim = CAST(id AS TEXT) WHERE verified = FALSE');
    await run('CREATE INDEX users_of_email ON users (email)');
    // Counted up whenever everything that was given out before must end.
    await run('ALTER TABLE users ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0');
  },
};

import { DataTypes } from 'sequelize';
import type { Migration, MigrationContext } from '../migrate.ts';

type Context = MigrationContext & { run: (sql: string) => Promise<unknown> };

const key = () => ({ type: DataTypes.UUID, primaryKey: true });
const of = (model: string, allowNull = false) => ({
  type: DataTypes.UUID,
  allowNull,
  references: { model, key: 'id' },
  onDelete: 'CASCADE',
});
const date = (allowNull = false) => ({ type: DataTypes.DATE, allowNull });
const hash = () => ({ type: DataTypes.STRING(64), allowNull: false, unique: true });
const text = () => ({ type: DataTypes.TEXT, allowNull: false });
const word = () => ({ type: DataTypes.STRING(16), allowNull: false });

/**
 * Passwords, refresh tokens, email and personal tokens, thread members, daily allowances, and
 * idempotency keys of questions.
 */
export const identities: Migration = {
  name: '015-identities',
  async up(context) {
    const { sequelize, transaction } = context;
    const run = (sql: string) => sequelize.query(sql, { transaction });
    for (const step of [
      createLogins,
      createTokens,
      createMembers,
      createAllowances,
      createAccessChanges,
      createQuestionKeys,
    ])
      await step({ ...context, run });
  },
};

async function createLogins({ queryInterface, transaction, dialect, run }: Context): Promise<void> {
  const time = dialect === 'sqlite' ? 'DATETIME' : 'TIMESTAMP WITH TIME ZONE';
  await run('ALTER TABLE users ADD COLUMN password_hash TEXT');
  await run('ALTER TABLE users ADD COLUMN time_zone VARCHAR(64)');
  await run('ALTER TABLE users ADD COLUMN operator BOOLEAN NOT NULL DEFAULT FALSE');
  await run("UPDATE users SET operator = TRUE WHERE email = 'owner@localhost'");
  // A login has all tokens of one sign-in.
  await queryInterface.createTable(
    'logins',
    { id: key(), user_id: of('users'), created_at: date(), expires_at: date() },
    { transaction },
  );
  await run(
    'ALTER TABLE sessions ADD COLUMN login_id UUID REFERENCES logins (id) ON DELETE CASCADE',
  );
  await run(`ALTER TABLE sessions ADD COLUMN replaced_at ${time}`);
  await run('CREATE INDEX sessions_of_login ON sessions (login_id)');
  await run('CREATE INDEX sessions_of_user ON sessions (user_id)');
  await run('CREATE INDEX logins_of_user ON logins (user_id)');
}

async function createTokens({ queryInterface, transaction, run }: Context): Promise<void> {
  await queryInterface.createTable(
    'personal_tokens',
    {
      id: key(),
      user_id: of('users'),
      token_hash: hash(),
      name: text(),
      scope: word(),
      prefix: word(),
      created_at: date(),
      last_used_at: date(true),
      expires_at: date(true),
    },
    { transaction },
  );
  await run('CREATE INDEX personal_tokens_of_user ON personal_tokens (user_id)');
  await queryInterface.createTable(
    'mail_tokens',
    {
      user_id: { ...of('users'), primaryKey: true },
      purpose: { ...word(), primaryKey: true },
      token_hash: hash(),
      expires_at: date(),
    },
    { transaction },
  );
}

async function createMembers({ queryInterface, transaction, run }: Context): Promise<void> {
  await queryInterface.createTable(
    'thread_members',
    {
      id: key(),
      thread_id: of('threads'),
      email: text(),
      user_id: of('users', true),
      role: word(),
      invited_at: date(),
      opened_at: date(true),
    },
    { transaction },
  );
  await run('CREATE UNIQUE INDEX thread_members_once ON thread_members (thread_id, email)');
  await run('CREATE INDEX thread_members_of_user ON thread_members (user_id)');
  await run('CREATE INDEX thread_members_of_email ON thread_members (email)');
}

async function createAllowances({ queryInterface, transaction, run }: Context): Promise<void> {
  await queryInterface.createTable(
    'allowances',
    {
      user_id: { ...of('users'), primaryKey: true },
      used: { type: DataTypes.INTEGER, allowNull: false },
      resets_at: date(),
    },
    { transaction },
  );
  await queryInterface.createTable(
    'charges',
    {
      id: key(),
      user_id: of('users'),
      state: word(),
      window_ends_at: date(),
      expires_at: date(),
    },
    { transaction },
  );
  await run("CREATE INDEX charges_open ON charges (user_id, expires_at) WHERE state = 'reserved'");
}

async function createAccessChanges({ queryInterface, transaction, run }: Context): Promise<void> {
  // Increased with every loss of access, so that all processes notice it.
  await queryInterface.createTable(
    'access_changes',
    {
      id: { type: DataTypes.INTEGER, primaryKey: true },
      count: { type: DataTypes.BIGINT, allowNull: false },
    },
    { transaction },
  );
  await run('INSERT INTO access_changes (id, count) VALUES (1, 0)');
}

async function createQuestionKeys({ queryInterface, transaction }: Context): Promise<void> {
  // A question that is sent twice under one key is asked once.
  await queryInterface.createTable(
    'asked_once',
    {
      user_id: { ...of('users'), primaryKey: true },
      key: { type: DataTypes.STRING(200), primaryKey: true },
      fingerprint: { type: DataTypes.STRING(64), allowNull: false },
      answer_id: of('answers', true),
      tries: { type: DataTypes.INTEGER, allowNull: false },
      created_at: date(),
    },
    { transaction },
  );
}

import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

/** Other ways to sign in than a password, and who did what. */
export const passkeys: Migration = {
  name: '019-passkeys',
  async up({ sequelize, queryInterface, transaction }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    const text = () => ({ type: DataTypes.TEXT, allowNull: false });
    const key = () => ({ type: DataTypes.UUID, primaryKey: true });
    const user = () => ({
      type: DataTypes.UUID,
      allowNull: false,
      references: { model: 'users', key: 'id' },
      onDelete: 'CASCADE',
    });
    const date = (allowNull = false) => ({ type: DataTypes.DATE, allowNull });

    await queryInterface.createTable(
      'passkeys',
      {
        id: key(),
        user_id: user(),
        credential_id: { ...text(), unique: true },
        public_key: text(),
        counter: { type: DataTypes.BIGINT, allowNull: false },
        transports: text(),
        name: text(),
        synced: { type: DataTypes.BOOLEAN, allowNull: false },
        created_at: date(),
        last_used_at: date(true),
      },
      { transaction },
    );
    await run('CREATE INDEX passkeys_of_user ON passkeys (user_id)');
    await queryInterface.createTable(
      'outside_identities',
      {
        issuer: { ...text(), primaryKey: true },
        subject: { ...text(), primaryKey: true },
        user_id: user(),
        created_at: date(),
        last_used_at: date(),
      },
      { transaction },
    );
    await run('CREATE INDEX outside_identities_of_user ON outside_identities (user_id)');
    // A challenge that was answered is not answered again.
    await queryInterface.createTable(
      'spent_challenges',
      { id: { type: DataTypes.STRING(64), primaryKey: true }, expires_at: date() },
      { transaction },
    );

    // Kept when the account goes: what it did was done.
    await queryInterface.createTable(
      'audit_entries',
      {
        id: key(),
        at: date(),
        action: { type: DataTypes.STRING(40), allowNull: false },
        outcome: { type: DataTypes.STRING(40), allowNull: false },
        user_id: { type: DataTypes.UUID, allowNull: true },
        object: { type: DataTypes.TEXT, allowNull: true },
        address: text(),
        agent: text(),
      },
      { transaction },
    );
    await run('CREATE INDEX audit_entries_of_user ON audit_entries (user_id, id)');
    await run('CREATE INDEX audit_entries_of_action ON audit_entries (action, id)');
  },
};

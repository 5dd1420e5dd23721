import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

/** What is asked for after the password, and by what and with what somebody signed in. */
export const secondFactors: Migration = {
  name: '020-second-factors',
  async up({ sequelize, queryInterface, transaction }) {
    const run = (sql: string) => sequelize.query(sql, { transaction });
    const user = () => ({
      type: DataTypes.UUID,
      primaryKey: true,
      references: { model: 'users', key: 'id' },
      onDelete: 'CASCADE',
    });
    const date = (allowNull = false) => ({ type: DataTypes.DATE, allowNull });

    await queryInterface.createTable(
      'second_factors',
      {
        user_id: user(),
        /** sealed */
        seed: { type: DataTypes.TEXT, allowNull: false },
        /** the half minute of the code that was used last */
        last_step: { type: DataTypes.BIGINT, allowNull: false },
        created_at: date(),
        last_used_at: date(true),
      },
      { transaction },
    );
    // Each is gone once it was used.
    await queryInterface.createTable(
      'recovery_codes',
      { user_id: user(), code_hash: { type: DataTypes.STRING(64), primaryKey: true } },
      { transaction },
    );
    await run('ALTER TABLE logins ADD COLUMN way VARCHAR(16)');
    await run('ALTER TABLE logins ADD COLUMN agent VARCHAR(200)');
  },
};

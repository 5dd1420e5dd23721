import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

export const accounts: Migration = {
  name: '000-accounts',
  async up({ queryInterface, transaction }) {
    await queryInterface.createTable(
      'users',
      {
        id: { type: DataTypes.UUID, primaryKey: true },
        email: { type: DataTypes.TEXT, allowNull: false, unique: true },
        name: { type: DataTypes.TEXT, allowNull: false },
        plan: { type: DataTypes.TEXT, allowNull: false },
        verified: { type: DataTypes.BOOLEAN, allowNull: false },
        created_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
    // Sessions and personal tokens are one thing: a secret, kept only as its hash, that stands for
    // a user until it ends.
    await queryInterface.createTable(
      'sessions',
      {
        token_hash: { type: DataTypes.STRING(64), primaryKey: true },
        user_id: {
          type: DataTypes.UUID,
          allowNull: false,
          references: { model: 'users', key: 'id' },
          onDelete: 'CASCADE',
        },
        kind: { type: DataTypes.STRING(16), allowNull: false },
        created_at: { type: DataTypes.DATE, allowNull: false },
        expires_at: { type: DataTypes.DATE, allowNull: true },
      },
      { transaction },
    );
    await queryInterface.createTable(
      'login_links',
      {
        code_hash: { type: DataTypes.STRING(64), primaryKey: true },
        user_id: {
          type: DataTypes.UUID,
          allowNull: false,
          references: { model: 'users', key: 'id' },
          onDelete: 'CASCADE',
        },
        expires_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
  },
};

import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

const ofThread = {
  type: DataTypes.UUID,
  references: { model: 'threads', key: 'id' },
  onDelete: 'CASCADE',
};

export const workspace: Migration = {
  name: '005-workspace',
  async up({ queryInterface, transaction }) {
    await queryInterface.createTable(
      'threads',
      {
        id: { type: DataTypes.UUID, primaryKey: true },
        url: { type: DataTypes.STRING(120), allowNull: false, unique: true },
        owner_id: {
          type: DataTypes.UUID,
          allowNull: false,
          references: { model: 'users', key: 'id' },
          onDelete: 'CASCADE',
        },
        title: { type: DataTypes.TEXT, allowNull: false },
        visibility: { type: DataTypes.STRING(16), allowNull: false },
        created_at: { type: DataTypes.DATE, allowNull: false },
        updated_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
    await queryInterface.createTable(
      'thread_sources',
      {
        thread_id: { ...ofThread, primaryKey: true },
        source_id: {
          type: DataTypes.UUID,
          primaryKey: true,
          references: { model: 'sources', key: 'id' },
          onDelete: 'CASCADE',
        },
        metadata: { type: DataTypes.JSON, allowNull: false },
        added_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
    await queryInterface.createTable(
      'files',
      {
        key: { type: DataTypes.STRING(200), primaryKey: true },
        thread_id: { ...ofThread, allowNull: false },
        name: { type: DataTypes.TEXT, allowNull: false },
        content_type: { type: DataTypes.STRING(120), allowNull: false },
        size: { type: DataTypes.BIGINT, allowNull: true },
        created_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
  },
};

import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

const text = { type: DataTypes.TEXT, allowNull: false };
const maybeText = { type: DataTypes.TEXT, allowNull: true };
const maybeDate = { type: DataTypes.DATE, allowNull: true };
const count = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };
const ofSource = {
  type: DataTypes.UUID,
  primaryKey: true,
  references: { model: 'sources', key: 'id' },
  onDelete: 'CASCADE',
};

export const library: Migration = {
  name: '001-library',
  async up({ queryInterface, transaction, sequelize }) {
    await queryInterface.createTable(
      'sources',
      {
        id: { type: DataTypes.UUID, primaryKey: true },
        owner_id: {
          type: DataTypes.UUID,
          allowNull: false,
          references: { model: 'users', key: 'id' },
          onDelete: 'CASCADE',
        },
        kind: text,
        medium: text,
        kind_certain: { type: DataTypes.BOOLEAN, allowNull: false },
        url: text,
        canonical_url: text,
        upload_key: maybeText,
        title: text,
        facts: { type: DataTypes.JSON, allowNull: false },
        version: { ...count, defaultValue: 1 },
        stage: maybeText,
        due_at: maybeDate,
        transcript_status: count,
        embedding_status: count,
        webpage_status: count,
        progress_done: count,
        progress_total: count,
        error_code: maybeText,
        error_message: maybeText,
        content_hash: maybeText,
        refresh_every: maybeText,
        refreshed_at: maybeDate,
        deleted_at: maybeDate,
        created_at: { type: DataTypes.DATE, allowNull: false },
        updated_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
    await sequelize.query(
      'CREATE UNIQUE INDEX sources_one_per_address ON sources (owner_id, canonical_url) WHERE deleted_at IS NULL',
      { transaction },
    );
    await sequelize.query('CREATE INDEX sources_due ON sources (due_at) WHERE stage IS NOT NULL', {
      transaction,
    });
    await queryInterface.createTable(
      'artifacts',
      {
        source_id: ofSource,
        version: { type: DataTypes.INTEGER, primaryKey: true },
        stage: { type: DataTypes.STRING(16), primaryKey: true },
        body: { type: DataTypes.JSON, allowNull: false },
      },
      { transaction },
    );
    await queryInterface.createTable(
      'chunks',
      {
        source_id: ofSource,
        version: { type: DataTypes.INTEGER, primaryKey: true },
        id: { type: DataTypes.STRING(64), primaryKey: true },
        ordinal: { type: DataTypes.INTEGER, allowNull: false },
        heading: text,
        text,
        locator: { type: DataTypes.JSON, allowNull: false },
        pieces: { type: DataTypes.JSON, allowNull: false },
      },
      { transaction },
    );
  },
};

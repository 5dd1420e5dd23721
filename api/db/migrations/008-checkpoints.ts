import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

/** The progress of unfinished stages, so that they continue after a crash. */
export const checkpoints: Migration = {
  name: '008-checkpoints',
  async up({ queryInterface, transaction }) {
    await queryInterface.createTable(
      'checkpoints',
      {
        source_id: {
          type: DataTypes.UUID,
          primaryKey: true,
          references: { model: 'sources', key: 'id' },
          onDelete: 'CASCADE',
        },
        version: { type: DataTypes.INTEGER, primaryKey: true },
        input: { type: DataTypes.STRING(64), primaryKey: true },
        part: { type: DataTypes.STRING(32), primaryKey: true },
        file_key: { type: DataTypes.TEXT, allowNull: false },
      },
      { transaction },
    );
  },
};

import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

export const answers: Migration = {
  name: '006-answers',
  async up({ queryInterface, transaction }) {
    const json = { type: DataTypes.JSON, allowNull: false };
    await queryInterface.createTable(
      'answers',
      {
        id: { type: DataTypes.UUID, primaryKey: true },
        thread_id: {
          type: DataTypes.UUID,
          allowNull: false,
          references: { model: 'threads', key: 'id' },
          onDelete: 'CASCADE',
        },
        owner_id: {
          type: DataTypes.UUID,
          allowNull: false,
          references: { model: 'users', key: 'id' },
          onDelete: 'CASCADE',
        },
        question: { type: DataTypes.TEXT, allowNull: false },
        answer: { type: DataTypes.TEXT, allowNull: false },
        state: { type: DataTypes.STRING(16), allowNull: false },
        model: { type: DataTypes.STRING(16), allowNull: true },
        sources: json,
        indexes: json,
        citations: json,
        time_taken: { type: DataTypes.INTEGER, allowNull: true },
        error: { type: DataTypes.JSON, allowNull: true },
        server: { type: DataTypes.STRING(64), allowNull: false },
        created_at: { type: DataTypes.DATE, allowNull: false },
        updated_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
    await queryInterface.addIndex('answers', ['thread_id'], { transaction });
  },
};

import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

/**
 * One answer at a time is written for a block of the notes; and the ideas for posts that were
 * listed last, by source.
 */
export const assistant: Migration = {
  name: '014-assistant',
  async up({ sequelize, queryInterface, transaction }) {
    await sequelize.query(
      "CREATE UNIQUE INDEX answers_being_written ON answers (thread_id, thread_node_id) WHERE state = 'generating' AND thread_node_id IS NOT NULL",
      { transaction },
    );
    const of = (model: string) => ({
      type: DataTypes.UUID,
      primaryKey: true,
      references: { model, key: 'id' },
      onDelete: 'CASCADE',
    });
    await queryInterface.createTable(
      'blog_ideas',
      {
        thread_id: of('threads'),
        owner_id: of('users'),
        source_id: of('sources'),
        ideas: { type: DataTypes.JSON, allowNull: false },
        made_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
  },
};

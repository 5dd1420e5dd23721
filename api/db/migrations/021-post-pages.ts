import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

/** What rendering made of each published post, so that no visit has to render it again. */
export const postPages: Migration = {
  name: '021-post-pages',
  async up({ queryInterface, transaction }) {
    await queryInterface.createTable(
      'post_pages',
      {
        post_id: {
          type: DataTypes.UUID,
          primaryKey: true,
          references: { model: 'posts', key: 'id' },
          onDelete: 'CASCADE',
        },
        /** a hash of the renderer's version and of everything that was rendered */
        version: { type: DataTypes.STRING(64), allowNull: false },
        /** HTML, headings and counts */
        rendered: { type: DataTypes.JSON, allowNull: false },
        /** rendering failed, and the text is shown as paragraphs */
        is_plain: { type: DataTypes.BOOLEAN, allowNull: false },
        rendered_at: { type: DataTypes.DATE, allowNull: false },
      },
      { transaction },
    );
  },
};

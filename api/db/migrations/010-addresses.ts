import { DataTypes } from 'sequelize';
import type { Migration } from '../migrate.ts';

/**
 * The other addresses by which a source is known, and quick ways to sources whose text is nearly
 * the same.
 */
export const addresses: Migration = {
  name: '010-addresses',
  async up({ queryInterface, sequelize, transaction }) {
    await queryInterface.createTable(
      'source_addresses',
      {
        owner_id: {
          type: DataTypes.UUID,
          primaryKey: true,
          references: { model: 'users', key: 'id' },
          onDelete: 'CASCADE',
        },
        address: { type: DataTypes.TEXT, primaryKey: true },
        source_id: {
          type: DataTypes.UUID,
          allowNull: false,
          references: { model: 'sources', key: 'id' },
          onDelete: 'CASCADE',
        },
      },
      { transaction },
    );
    await sequelize.query('CREATE INDEX source_addresses_of ON source_addresses (source_id)', {
      transaction,
    });
    // A band of `likeness` is eight of its hex digits.
    for (const from of [1, 9, 17, 25]) {
      await sequelize.query(
        `CREATE INDEX sources_alike_${from} ON sources (owner_id, substr(likeness, ${from}, 8)) WHERE likeness IS NOT NULL`,
        { transaction },
      );
    }
    await sequelize.query(
      'CREATE INDEX sources_similar ON sources (similar_to) WHERE similar_to IS NOT NULL',
      { transaction },
    );
    await sequelize.query(
      'CREATE INDEX sources_became ON sources (duplicate_of) WHERE duplicate_of IS NOT NULL',
      { transaction },
    );
  },
};

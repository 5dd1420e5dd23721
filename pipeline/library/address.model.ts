import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId, UserId } from '#core/contract/id.ts';

/**
 * Another address of the source at `sources.canonical_url`. If the address is also the canonical
 * URL of a source, that source takes precedence.
 */
export interface AddressRow {
  ownerId: UserId;
  address: string;
  sourceId: SourceId;
}
export type AddressModel = ModelStatic<Model<AddressRow>>;

/** Created for each Sequelize instance, because it writes the types of its dialect into them. */
const addressColumns = () => ({
  ownerId: { type: DataTypes.UUID, primaryKey: true, field: 'owner_id' },
  address: { type: DataTypes.TEXT, primaryKey: true },
  sourceId: { type: DataTypes.UUID, allowNull: false, field: 'source_id' },
});
export const defineAddress = (sequelize: Sequelize): AddressModel =>
  sequelize.define<Model<AddressRow>>('SourceAddress', addressColumns(), {
    tableName: 'source_addresses',
    timestamps: false,
  });

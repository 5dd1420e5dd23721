import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId, UserId } from '#core/contract/id.ts';

/**
 * Another address that is the same source as `sources.canonical_url`. One that is a source's own
 * goes before it.
 */
export interface AddressRow {
  ownerId: UserId;
  address: string;
  sourceId: SourceId;
}
export type AddressModel = ModelStatic<Model<AddressRow>>;

const addressColumns = {
  ownerId: { type: DataTypes.UUID, primaryKey: true, field: 'owner_id' },
  address: { type: DataTypes.TEXT, primaryKey: true },
  sourceId: { type: DataTypes.UUID, allowNull: false, field: 'source_id' },
};
export const defineAddress = (sequelize: Sequelize): AddressModel =>
  sequelize.define<Model<AddressRow>>('SourceAddress', addressColumns, {
    tableName: 'source_addresses',
    timestamps: false,
  });

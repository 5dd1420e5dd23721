import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Locator } from '#core/contract/locator.ts';
import type { PassagePiece } from '#pipeline/search/contract.ts';

/** A chunk. Every index can be rebuilt from these rows. */
export interface ChunkRow {
  id: string;
  sourceId: SourceId;
  version: number;
  ordinal: number;
  heading: string;
  text: string;
  locator: Locator;
  pieces: PassagePiece[];
}
export type ChunkModel = ModelStatic<Model<ChunkRow>>;

/** Created for each Sequelize instance, because it writes the types of its dialect into them. */
const chunkColumns = () => ({
  sourceId: { type: DataTypes.UUID, primaryKey: true, field: 'source_id' },
  version: { type: DataTypes.INTEGER, primaryKey: true },
  id: { type: DataTypes.STRING(64), primaryKey: true },
  ordinal: { type: DataTypes.INTEGER, allowNull: false },
  heading: { type: DataTypes.TEXT, allowNull: false },
  text: { type: DataTypes.TEXT, allowNull: false },
  locator: { type: DataTypes.JSON, allowNull: false },
  pieces: { type: DataTypes.JSON, allowNull: false },
});
export const defineChunk = (sequelize: Sequelize): ChunkModel =>
  sequelize.define<Model<ChunkRow>>('Chunk', chunkColumns(), {
    tableName: 'chunks',
    timestamps: false,
  });

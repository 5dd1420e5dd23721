import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';

/** A computed vector. `hash`: SHA-256 of the text, in hex. */
export interface EmbeddingRow {
  model: string;
  hash: string;
  /** little-endian float32 */
  vector: Buffer;
}
export type EmbeddingModel = ModelStatic<Model<EmbeddingRow>>;

/** Created for each Sequelize instance, because it writes the types of its dialect into them. */
const embeddingColumns = () => ({
  model: { type: DataTypes.STRING(200), primaryKey: true },
  hash: { type: DataTypes.CHAR(64), primaryKey: true },
  vector: { type: DataTypes.BLOB, allowNull: false },
});
export const defineEmbedding = (sequelize: Sequelize): EmbeddingModel =>
  sequelize.define<Model<EmbeddingRow>>('Embedding', embeddingColumns(), {
    tableName: 'embeddings',
    timestamps: false,
  });

/** Records that a source has a passage with this text. */
export interface EmbeddingUseRow {
  sourceId: SourceId;
  hash: string;
}

const useColumns = () => ({
  sourceId: { type: DataTypes.UUID, primaryKey: true, field: 'source_id' },
  hash: { type: DataTypes.CHAR(64), primaryKey: true },
});
export const defineEmbeddingUse = (sequelize: Sequelize): ModelStatic<Model<EmbeddingUseRow>> =>
  sequelize.define<Model<EmbeddingUseRow>>('EmbeddingUse', useColumns(), {
    tableName: 'embedding_uses',
    timestamps: false,
  });

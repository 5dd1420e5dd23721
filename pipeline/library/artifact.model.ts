import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Stage } from '#core/contract/source.ts';

/** What a stage left behind. A stage whose row is there is skipped. */
export interface ArtifactRow {
  sourceId: SourceId;
  version: number;
  stage: Stage;
  body: unknown;
}
export type ArtifactModel = ModelStatic<Model<ArtifactRow>>;

const artifactColumns = {
  sourceId: { type: DataTypes.UUID, primaryKey: true, field: 'source_id' },
  version: { type: DataTypes.INTEGER, primaryKey: true },
  stage: { type: DataTypes.STRING(16), primaryKey: true },
  body: { type: DataTypes.JSON, allowNull: false },
};
export const defineArtifact = (sequelize: Sequelize): ArtifactModel =>
  sequelize.define<Model<ArtifactRow>>('Artifact', artifactColumns, {
    tableName: 'artifacts',
    timestamps: false,
  });

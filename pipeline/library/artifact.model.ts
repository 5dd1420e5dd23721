import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Stage } from '#core/contract/source.ts';

/** In place of a stage: what is held for review while the source is refreshed again. */
export const HELD = 'held';

/** What a stage left behind. A stage whose row is there is skipped. */
export interface ArtifactRow {
  sourceId: SourceId;
  version: number;
  stage: Stage | typeof HELD;
  body: unknown;
}
export type ArtifactModel = ModelStatic<Model<ArtifactRow>>;

/** Anew for each Sequelize, which puts the types of its dialect into them. */
const artifactColumns = () => ({
  sourceId: { type: DataTypes.UUID, primaryKey: true, field: 'source_id' },
  version: { type: DataTypes.INTEGER, primaryKey: true },
  stage: { type: DataTypes.STRING(16), primaryKey: true },
  body: { type: DataTypes.JSON, allowNull: false },
});
export const defineArtifact = (sequelize: Sequelize): ArtifactModel =>
  sequelize.define<Model<ArtifactRow>>('Artifact', artifactColumns(), {
    tableName: 'artifacts',
    timestamps: false,
  });

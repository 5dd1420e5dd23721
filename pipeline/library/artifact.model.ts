import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Stage } from '#core/contract/source.ts';

/** Used in place of a stage for a version held for review while the source is refreshed again. */
export const HELD = 'held';

/** The result of a stage. A stage is skipped if its row exists. */
export interface ArtifactRow {
  sourceId: SourceId;
  version: number;
  stage: Stage | typeof HELD;
  body: unknown;
}
export type ArtifactModel = ModelStatic<Model<ArtifactRow>>;

/** Created for each Sequelize instance, because it writes the types of its dialect into them. */
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

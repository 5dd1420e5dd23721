import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';

/** A finished part of an unfinished stage. */
export interface CheckpointRow {
  sourceId: SourceId;
  version: number;
  /** hash of the stage's input; checkpoints of other inputs are ignored */
  input: string;
  /** name of the part, chosen by the stage */
  part: string;
  /** the part, in the file store */
  fileKey: string;
}
export type CheckpointModel = ModelStatic<Model<CheckpointRow>>;

/** Created for each Sequelize instance, because it writes the types of its dialect into them. */
const checkpointColumns = () => ({
  sourceId: { type: DataTypes.UUID, primaryKey: true, field: 'source_id' },
  version: { type: DataTypes.INTEGER, primaryKey: true },
  input: { type: DataTypes.STRING(64), primaryKey: true },
  part: { type: DataTypes.STRING(32), primaryKey: true },
  fileKey: { type: DataTypes.TEXT, allowNull: false, field: 'file_key' },
});
export const defineCheckpoint = (sequelize: Sequelize): CheckpointModel =>
  sequelize.define<Model<CheckpointRow>>('Checkpoint', checkpointColumns(), {
    tableName: 'checkpoints',
    timestamps: false,
  });

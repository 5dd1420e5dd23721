import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';

/** A part of a stage's work that is done though the stage is not. */
export interface CheckpointRow {
  sourceId: SourceId;
  version: number;
  /** hash of the stage's input; checkpoints of other inputs are ignored */
  input: string;
  /** as the stage names it */
  part: string;
  /** the part, in the file store */
  fileKey: string;
}
export type CheckpointModel = ModelStatic<Model<CheckpointRow>>;

/** Anew for each Sequelize, which puts the types of its dialect into them. */
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

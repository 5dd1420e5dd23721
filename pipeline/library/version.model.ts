import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';

/** A version of a source. Counts are null until they are known. */
export interface VersionRow {
  sourceId: SourceId;
  version: number;
  title: string;
  readAt: Date;
  contentHash: string | null;
  /** the original file that a viewer opens, if any */
  documentKey: string | null;
  /** length of the text in characters */
  length: number | null;
  /** paragraphs, compared with the previous version */
  added: number | null;
  removed: number | null;
  changed: number | null;
}
export type VersionModel = ModelStatic<
  Model<
    VersionRow,
    Pick<VersionRow, 'sourceId' | 'version' | 'title' | 'readAt' | 'contentHash' | 'documentKey'> &
      Partial<VersionRow>
  >
>;

const count = () => ({ type: DataTypes.INTEGER });
export const defineVersion = (sequelize: Sequelize): VersionModel =>
  sequelize.define(
    'SourceVersion',
    {
      sourceId: { type: DataTypes.UUID, primaryKey: true, field: 'source_id' },
      version: { type: DataTypes.INTEGER, primaryKey: true },
      title: { type: DataTypes.TEXT, allowNull: false },
      readAt: { type: DataTypes.DATE, allowNull: false, field: 'read_at' },
      contentHash: { type: DataTypes.TEXT, field: 'content_hash' },
      documentKey: { type: DataTypes.TEXT, field: 'document_key' },
      length: count(),
      added: count(),
      removed: count(),
      changed: count(),
    },
    { tableName: 'source_versions', timestamps: false },
  );

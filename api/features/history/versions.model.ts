import { DataTypes, type Model, type Sequelize } from 'sequelize';
import type { ThreadId, UserId } from '#core/contract/id.ts';

export interface NoteVersionRow {
  id: string;
  threadId: ThreadId;
  /** null for an automatic version */
  name: string | null;
  namedBy: UserId | null;
  editors: UserId[];
  /** the compressed content, without history */
  state: Buffer;
  /** of the content */
  hash: string;
  words: number;
  blocks: number;
  createdAt: Date;
}

export const defineNoteVersions = (sequelize: Sequelize) =>
  sequelize.define<Model<NoteVersionRow>>(
    'NoteVersion',
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      threadId: { type: DataTypes.UUID, field: 'thread_id' },
      name: DataTypes.STRING(200),
      namedBy: { type: DataTypes.UUID, field: 'named_by' },
      editors: { type: DataTypes.JSON, allowNull: false },
      state: { type: DataTypes.BLOB, allowNull: false },
      hash: DataTypes.STRING(64),
      words: DataTypes.INTEGER,
      blocks: DataTypes.INTEGER,
      createdAt: { type: DataTypes.DATE, field: 'created_at' },
    },
    { tableName: 'note_versions', timestamps: false },
  );

import { DataTypes, type Model, type Sequelize } from 'sequelize';
import type { FileType } from '#core/contract/file.ts';
import type { ThreadId } from '#core/contract/id.ts';

/** A file of a thread; `size` is null until its bytes have arrived. */
export interface FileRow {
  key: string;
  threadId: ThreadId;
  name: string;
  contentType: FileType;
  size: number | null;
  createdAt: Date;
}

export const defineFiles = (sequelize: Sequelize) =>
  sequelize.define<Model<FileRow>>(
    'File',
    {
      key: { type: DataTypes.STRING(200), primaryKey: true },
      threadId: { type: DataTypes.UUID, field: 'thread_id' },
      name: DataTypes.TEXT,
      contentType: { type: DataTypes.STRING(120), field: 'content_type' },
      size: DataTypes.BIGINT,
      createdAt: { type: DataTypes.DATE, field: 'created_at' },
    },
    { tableName: 'files', timestamps: false },
  );

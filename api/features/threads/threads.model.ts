import { DataTypes, type Model, type Sequelize } from 'sequelize';
import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { SourceMetadata } from '#core/contract/thread.ts';

export interface ThreadRow {
  id: ThreadId;
  url: string;
  ownerId: UserId;
  title: string;
  visibility: 'private' | 'link';
  createdAt: Date;
  updatedAt: Date;
}
/**
 * `userId`: null until an account confirms this address. `openedAt`: when they first opened the
 * thread.
 */
export interface MemberRow {
  id: string;
  threadId: ThreadId;
  email: string;
  userId: UserId | null;
  role: 'editor' | 'viewer';
  invitedAt: Date;
  openedAt: Date | null;
}
/** A source in one thread. */
export interface ThreadSourceRow {
  threadId: ThreadId;
  sourceId: SourceId;
  metadata: SourceMetadata;
  addedAt: Date;
  /** when the thread's owner opened it last */
  openedAt: Date | null;
}

export const defineThreads = (sequelize: Sequelize) => ({
  threads: sequelize.define<Model<ThreadRow, Omit<ThreadRow, 'createdAt' | 'updatedAt'>>>(
    'Thread',
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      url: { type: DataTypes.STRING(120), allowNull: false },
      ownerId: { type: DataTypes.UUID, allowNull: false, field: 'owner_id' },
      title: { type: DataTypes.TEXT, allowNull: false },
      visibility: { type: DataTypes.STRING(16), allowNull: false },
      createdAt: { type: DataTypes.DATE, field: 'created_at' },
      updatedAt: { type: DataTypes.DATE, field: 'updated_at' },
    },
    { tableName: 'threads', timestamps: true },
  ),
  threadSources: sequelize.define<Model<ThreadSourceRow>>(
    'ThreadSource',
    {
      threadId: { type: DataTypes.UUID, primaryKey: true, field: 'thread_id' },
      sourceId: { type: DataTypes.UUID, primaryKey: true, field: 'source_id' },
      metadata: { type: DataTypes.JSON, allowNull: false },
      addedAt: { type: DataTypes.DATE, field: 'added_at' },
      openedAt: { type: DataTypes.DATE, field: 'opened_at' },
    },
    { tableName: 'thread_sources', timestamps: false },
  ),
  members: sequelize.define<Model<MemberRow>>(
    'ThreadMember',
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      threadId: { type: DataTypes.UUID, field: 'thread_id' },
      email: { type: DataTypes.TEXT, allowNull: false },
      userId: { type: DataTypes.UUID, field: 'user_id' },
      role: { type: DataTypes.STRING(16), allowNull: false },
      invitedAt: { type: DataTypes.DATE, field: 'invited_at' },
      openedAt: { type: DataTypes.DATE, field: 'opened_at' },
    },
    { tableName: 'thread_members', timestamps: false },
  ),
});

import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { ThreadId } from '#core/contract/id.ts';
import type { NoteMove } from './note-moves.ts';

/** A change of a thread's notes that waits for the server that holds them. */
export interface MoveRow { seq: number; threadId: ThreadId; move: NoteMove; createdAt: Date }

export const defineMoves = (sequelize: Sequelize): ModelStatic<Model<MoveRow, Omit<MoveRow, 'seq'>>> => sequelize.define('AnchorMove', {
  seq: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
  threadId: { type: DataTypes.UUID, allowNull: false, field: 'thread_id' },
  move: { type: DataTypes.JSON, allowNull: false },
  createdAt: { type: DataTypes.DATE, allowNull: false, field: 'created_at' },
}, { tableName: 'anchor_moves', timestamps: false });

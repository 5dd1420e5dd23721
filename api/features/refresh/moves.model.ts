import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import { z } from 'zod';
import type { ThreadId } from '#core/contract/id.ts';
import { AnchorMark, Locator, Rect } from '#core/contract/locator.ts';

/** Moves every position `from` in the notes to `to`. */
export const NoteMove = z.object({
  sourceId: z.string(),
  from: Locator,
  occurrence: z.int().optional(),
  to: z.object({
    locator: Locator.optional(),
    occurrence: z.int().optional(),
    areas: z.array(z.object({ page: z.int(), rects: z.array(Rect) })).optional(),
    anchor: AnchorMark.nullable(),
  }),
});
export type NoteMove = z.infer<typeof NoteMove>;

/** A change of a thread's notes that waits for a server with shared documents. */
export interface MoveRow {
  seq: number;
  threadId: ThreadId;
  move: NoteMove;
  createdAt: Date;
}

export const defineMoves = (
  sequelize: Sequelize,
): ModelStatic<Model<MoveRow, Omit<MoveRow, 'seq'>>> =>
  sequelize.define(
    'AnchorMove',
    {
      seq: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      threadId: { type: DataTypes.UUID, allowNull: false, field: 'thread_id' },
      move: { type: DataTypes.JSON, allowNull: false },
      createdAt: { type: DataTypes.DATE, allowNull: false, field: 'created_at' },
    },
    { tableName: 'anchor_moves', timestamps: false },
  );

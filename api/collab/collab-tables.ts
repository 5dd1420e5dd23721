import { DataTypes, type Model, type ModelStatic, type Optional, type Sequelize } from 'sequelize';

/** A row of `collab_updates` or `collab_snapshots`. */
export interface Row {
  seq: number;
  doc: string;
  bytes: Buffer;
  crc: number;
  createdAt: Date;
}
export type RowModel = ModelStatic<Model<Row, Optional<Row, 'seq'>>>;
interface QuarantineRow {
  seq: number;
  doc: string;
  kind: string;
  ofSeq: number;
  bytes: Buffer;
  reason: string;
  createdAt: Date;
}

// Created for each column, because Sequelize adds dialect types to it.
const seq = () => ({ type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true });
const doc = () => ({ type: DataTypes.STRING(64), allowNull: false });
const blob = (field: string) => ({ type: DataTypes.BLOB, allowNull: false, field });
const createdAt = () => ({ type: DataTypes.DATE, allowNull: false, field: 'created_at' });
const crc = () => ({ type: DataTypes.BIGINT, allowNull: false });

export function defineTables(sequelize: Sequelize) {
  const rows = (name: string, field: string): RowModel =>
    sequelize.define(
      name,
      { seq: seq(), doc: doc(), bytes: blob(field), crc: crc(), createdAt: createdAt() },
      { tableName: name, timestamps: false },
    );
  const quarantine: ModelStatic<Model<QuarantineRow, Optional<QuarantineRow, 'seq'>>> =
    sequelize.define(
      'collab_quarantine',
      {
        seq: seq(),
        doc: doc(),
        kind: DataTypes.STRING(16),
        ofSeq: { type: DataTypes.BIGINT, field: 'of_seq' },
        bytes: blob('bytes'),
        reason: DataTypes.TEXT,
        createdAt: createdAt(),
      },
      { tableName: 'collab_quarantine', timestamps: false },
    );
  return {
    updates: rows('collab_updates', 'update'),
    snapshots: rows('collab_snapshots', 'state'),
    quarantine,
  };
}
export type CollabTables = ReturnType<typeof defineTables>;

import { DataTypes, type Model, type Sequelize } from 'sequelize';
import type { UserId } from '#core/contract/id.ts';

/** What is used of the window that ends at `resetsAt`, including reservations. */
export interface AllowanceRow {
  userId: UserId;
  used: number;
  resetsAt: Date;
}
export interface ChargeRow {
  id: string;
  userId: UserId;
  state: 'reserved' | 'settled' | 'refunded';
  /** the window in which it was accepted */
  windowEndsAt: Date;
  /** when the reservation expires */
  expiresAt: Date;
}

const date = (field: string) => ({ type: DataTypes.DATE, field });
export const defineAllowances = (sequelize: Sequelize) => ({
  allowances: sequelize.define<Model<AllowanceRow>>(
    'Allowance',
    {
      userId: { type: DataTypes.UUID, primaryKey: true, field: 'user_id' },
      used: { type: DataTypes.INTEGER, allowNull: false },
      resetsAt: date('resets_at'),
    },
    { tableName: 'allowances', timestamps: false },
  ),
  charges: sequelize.define<Model<ChargeRow>>(
    'Charge',
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      userId: { type: DataTypes.UUID, field: 'user_id' },
      state: { type: DataTypes.STRING(16), allowNull: false },
      windowEndsAt: date('window_ends_at'),
      expiresAt: date('expires_at'),
    },
    { tableName: 'charges', timestamps: false },
  ),
});

import { DataTypes, type Model, type Sequelize } from 'sequelize';
import type { UserId } from '#core/contract/id.ts';

export interface UserRow { id: UserId; email: string; name: string; plan: string; verified: boolean; createdAt: Date }
/** `session`: a browser's cookie. `token`: a bearer token. Kept as a hash only. */
export interface SessionRow { tokenHash: string; userId: UserId; kind: 'session' | 'token'; createdAt: Date; expiresAt: Date | null }
export interface LoginLinkRow { codeHash: string; userId: UserId; expiresAt: Date }

const text = () => ({ type: DataTypes.TEXT, allowNull: false });
const date = (field: string) => ({ type: DataTypes.DATE, field });

export const defineAccounts = (sequelize: Sequelize) => ({
  users: sequelize.define<Model<UserRow>>('User', {
    id: { type: DataTypes.UUID, primaryKey: true }, email: text(), name: text(), plan: text(), verified: DataTypes.BOOLEAN, createdAt: date('created_at'),
  }, { tableName: 'users', timestamps: false }),
  sessions: sequelize.define<Model<SessionRow>>('Session', {
    tokenHash: { type: DataTypes.STRING(64), primaryKey: true, field: 'token_hash' },
    userId: { type: DataTypes.UUID, field: 'user_id' }, kind: DataTypes.STRING(16), createdAt: date('created_at'), expiresAt: date('expires_at'),
  }, { tableName: 'sessions', timestamps: false }),
  links: sequelize.define<Model<LoginLinkRow>>('LoginLink', {
    codeHash: { type: DataTypes.STRING(64), primaryKey: true, field: 'code_hash' }, userId: { type: DataTypes.UUID, field: 'user_id' }, expiresAt: date('expires_at'),
  }, { tableName: 'login_links', timestamps: false }),
});

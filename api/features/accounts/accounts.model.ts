import { DataTypes, type Model, type Sequelize } from 'sequelize';
import type { UserId } from '#core/contract/id.ts';

export interface UserRow {
  id: UserId;
  email: string;
  name: string;
  plan: string;
  verified: boolean;
  createdAt: Date;
  /** null if no password was ever set */
  passwordHash: string | null;
  timeZone: string | null;
  /** Whether the person runs this server. */
  operator: boolean;
  /**
   * Unique: the email address after it is confirmed, before that the id. An address has one
   * confirmed account, or any number of sign-ups.
   */
  claim: string;
  /**
   * Increased when everything issued before must become invalid. Upload addresses and challenges
   * contain it.
   */
  epoch: number;
}
type NewUserRow = Omit<UserRow, 'passwordHash' | 'timeZone' | 'operator' | 'claim' | 'epoch'> &
  Partial<UserRow>;
/**
 * `second`: by a password and a second factor, or by a password before the factor was set up.
 * `outside`: by single sign-on.
 */
export type SignInMethod = 'password' | 'second' | 'passkey' | 'outside';
/** From signing in until signing out. */
export interface LoginRow {
  id: string;
  userId: UserId;
  createdAt: Date;
  expiresAt: Date;
  /** Null for sign-ins from before this was recorded. */
  way: SignInMethod | null;
  /** The client's `User-Agent`. */
  agent: string | null;
}
/**
 * `session`: the cookie of a printed link. `token`: the token in the data folder. `access` and
 * `refresh`: tokens of a login. Only the hash is stored.
 */
export interface SessionRow {
  tokenHash: string;
  userId: UserId;
  kind: 'session' | 'token' | 'access' | 'refresh';
  createdAt: Date;
  expiresAt: Date | null;
  loginId: string | null;
  /** When a refresh token was used. */
  replacedAt: Date | null;
}
export interface LoginLinkRow {
  codeHash: string;
  userId: UserId;
  expiresAt: Date;
}
export interface PersonalTokenRow {
  id: string;
  userId: UserId;
  tokenHash: string;
  name: string;
  scope: 'read' | 'write';
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}
/** An account has one token per purpose; a new token replaces the old one. */
export interface MailTokenRow {
  userId: UserId;
  purpose: 'verify' | 'reset' | 'browser';
  tokenHash: string;
  expiresAt: Date;
}
export interface PasskeyRow {
  id: string;
  userId: UserId;
  credentialId: string;
  /** base64url */
  publicKey: string;
  counter: number;
  /** JSON */
  transports: string;
  name: string;
  synced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}
/**
 * An authenticator app. `seed` is encrypted. `lastStep`: the 30-second step of the code used last.
 */
export interface SecondFactorRow {
  userId: UserId;
  seed: string;
  lastStep: number;
  createdAt: Date;
  lastUsedAt: Date | null;
}
/** An unused recovery code. */
export interface RecoveryCodeRow {
  userId: UserId;
  codeHash: string;
}
/** A person's identity at the single sign-on provider. */
export interface ExternalIdentityRow {
  issuer: string;
  subject: string;
  userId: UserId;
  createdAt: Date;
  lastUsedAt: Date;
}

const text = () => ({ type: DataTypes.TEXT, allowNull: false });
const word = () => ({ type: DataTypes.STRING(16), allowNull: false });
const date = (field: string) => ({ type: DataTypes.DATE, field });
const key = () => ({ type: DataTypes.UUID, primaryKey: true });
const user = () => ({ type: DataTypes.UUID, field: 'user_id' });
const hash = () => ({ type: DataTypes.STRING(64), field: 'token_hash' });

/** Accounts. */
const defineUsers = (sequelize: Sequelize) => ({
  users: sequelize.define<Model<UserRow, NewUserRow>>(
    'User',
    {
      id: key(),
      email: text(),
      name: text(),
      plan: text(),
      verified: DataTypes.BOOLEAN,
      createdAt: date('created_at'),
      passwordHash: { type: DataTypes.TEXT, field: 'password_hash' },
      timeZone: { type: DataTypes.STRING(64), field: 'time_zone' },
      operator: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      claim: DataTypes.TEXT,
      epoch: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
    },
    {
      tableName: 'users',
      timestamps: false,
      hooks: {
        beforeCreate(row) {
          const { id, email, verified } = row.get({ plain: true });
          row.set('claim', verified ? email : id);
        },
      },
    },
  ),
});

/** Sign-ins, and the tokens by which requests are recognised. */
const defineSessions = (sequelize: Sequelize) => ({
  logins: sequelize.define<Model<LoginRow>>(
    'Login',
    {
      id: key(),
      userId: user(),
      createdAt: date('created_at'),
      expiresAt: date('expires_at'),
      way: DataTypes.STRING(16),
      agent: DataTypes.STRING(200),
    },
    { tableName: 'logins', timestamps: false },
  ),
  sessions: sequelize.define<
    Model<SessionRow, Omit<SessionRow, 'loginId' | 'replacedAt'> & Partial<SessionRow>>
  >(
    'Session',
    {
      tokenHash: { ...hash(), primaryKey: true },
      userId: user(),
      kind: DataTypes.STRING(16),
      createdAt: date('created_at'),
      expiresAt: date('expires_at'),
      loginId: { type: DataTypes.UUID, field: 'login_id' },
      replacedAt: date('replaced_at'),
    },
    { tableName: 'sessions', timestamps: false },
  ),
  links: sequelize.define<Model<LoginLinkRow>>(
    'LoginLink',
    {
      codeHash: { type: DataTypes.STRING(64), primaryKey: true, field: 'code_hash' },
      userId: user(),
      expiresAt: date('expires_at'),
    },
    { tableName: 'login_links', timestamps: false },
  ),
  personalTokens: sequelize.define<Model<PersonalTokenRow>>(
    'PersonalToken',
    {
      id: key(),
      userId: user(),
      tokenHash: hash(),
      name: text(),
      scope: word(),
      prefix: word(),
      createdAt: date('created_at'),
      lastUsedAt: date('last_used_at'),
      expiresAt: date('expires_at'),
    },
    { tableName: 'personal_tokens', timestamps: false },
  ),
  mailTokens: sequelize.define<Model<MailTokenRow>>(
    'MailToken',
    {
      userId: { ...user(), primaryKey: true },
      purpose: { ...word(), primaryKey: true },
      tokenHash: hash(),
      expiresAt: date('expires_at'),
    },
    { tableName: 'mail_tokens', timestamps: false },
  ),
});

/** Ways to sign in besides the password. */
const defineFactors = (sequelize: Sequelize) => ({
  passkeys: sequelize.define<Model<PasskeyRow>>(
    'Passkey',
    {
      id: key(),
      userId: user(),
      credentialId: { ...text(), field: 'credential_id' },
      publicKey: { ...text(), field: 'public_key' },
      counter: DataTypes.BIGINT,
      transports: text(),
      name: text(),
      synced: DataTypes.BOOLEAN,
      createdAt: date('created_at'),
      lastUsedAt: date('last_used_at'),
    },
    { tableName: 'passkeys', timestamps: false },
  ),
  secondFactors: sequelize.define<Model<SecondFactorRow>>(
    'SecondFactor',
    {
      userId: { ...user(), primaryKey: true },
      seed: text(),
      lastStep: { type: DataTypes.BIGINT, allowNull: false, field: 'last_step' },
      createdAt: date('created_at'),
      lastUsedAt: date('last_used_at'),
    },
    { tableName: 'second_factors', timestamps: false },
  ),
  recoveryCodes: sequelize.define<Model<RecoveryCodeRow>>(
    'RecoveryCode',
    {
      userId: { ...user(), primaryKey: true },
      codeHash: { type: DataTypes.STRING(64), primaryKey: true, field: 'code_hash' },
    },
    { tableName: 'recovery_codes', timestamps: false },
  ),
  outsideIdentities: sequelize.define<Model<ExternalIdentityRow>>(
    'OutsideIdentity',
    {
      issuer: { ...text(), primaryKey: true },
      subject: { ...text(), primaryKey: true },
      userId: user(),
      createdAt: date('created_at'),
      lastUsedAt: date('last_used_at'),
    },
    { tableName: 'outside_identities', timestamps: false },
  ),
});

export const defineAccounts = (sequelize: Sequelize) => ({
  ...defineUsers(sequelize),
  ...defineSessions(sequelize),
  ...defineFactors(sequelize),
});
export type AccountModels = ReturnType<typeof defineAccounts>;

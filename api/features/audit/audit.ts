import type { IncomingMessage } from 'node:http';
import { DataTypes, Op, type Model } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import type { AuditEntry } from '#core/contract/audit.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';

const KEPT_DAYS = 400;
const AGENT_LENGTH = 200;
interface AuditRow {
  id: string;
  at: Date;
  action: string;
  outcome: string;
  userId: string | null;
  object: string | null;
  address: string;
  agent: string;
}
/** An action, as reported by the code that performed it. */
export interface Entry {
  action: string;
  outcome: string;
  userId?: string | undefined;
  object?: string | undefined;
}

export interface AuditPorts {
  database: Database;
  log: Log;
  addressOf(request: IncomingMessage): string;
  /** their current email addresses */
  emails(ids: readonly UserId[]): Promise<Map<string, string>>;
}

/** Rows are added, and deleted when they are old; no row is changed. */
export class Audit {
  readonly #ports: AuditPorts;
  readonly #rows;
  constructor(ports: AuditPorts) {
    this.#ports = ports;
    this.#rows = ports.database.sequelize.define<Model<AuditRow>>(
      'AuditEntry',
      {
        id: { type: DataTypes.UUID, primaryKey: true },
        at: DataTypes.DATE,
        action: DataTypes.STRING(40),
        outcome: DataTypes.STRING(40),
        userId: { type: DataTypes.UUID, field: 'user_id' },
        object: DataTypes.TEXT,
        address: DataTypes.TEXT,
        agent: DataTypes.TEXT,
      },
      { tableName: 'audit_entries', timestamps: false },
    );
  }
  /**
   * `request`: the request that caused it. If the entry can't be written, the action stays in
   * effect and the log reports it.
   */
  async note(
    request: IncomingMessage | undefined,
    { action, outcome, userId, object }: Entry,
  ): Promise<void> {
    const row: AuditRow = {
      id: uuidv7(),
      at: new Date(),
      action,
      outcome,
      userId: userId ?? null,
      object: object ?? null,
      address: request ? this.#ports.addressOf(request) : '',
      agent: String(request?.headers['user-agent'] ?? '')
        .replace(/\p{Cc}/gu, '')
        .slice(0, AGENT_LENGTH),
    };
    try {
      await this.#ports.database.write((transaction) => this.#rows.create(row, { transaction }));
    } catch (error) {
      this.#ports.log.error(
        { err: error, action, outcome, userId, object },
        'what was done could not be written down',
      );
    }
  }
  async list({
    userId,
    action,
    cursor,
    limit,
  }: {
    userId?: string | undefined;
    action?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  }): Promise<{ docs: AuditEntry[]; next: string | null }> {
    const found = await this.#rows.findAll({
      where: {
        ...(userId === undefined ? {} : { userId }),
        ...(cursor === undefined ? {} : { id: { [Op.lt]: cursor } }),
        ...(action === undefined
          ? {}
          : { action: { [Op.or]: [action, { [Op.startsWith]: `${action}.` }] } }),
      },
      order: [['id', 'DESC']],
      limit: limit + 1,
    });
    const rows = found.slice(0, limit).map((row) => row.get({ plain: true }));
    const emails = await this.#ports.emails(
      rows.flatMap((row) => (row.userId === null ? [] : [row.userId as UserId])),
    );
    return {
      docs: rows.map(({ id, at, userId: by, ...rest }) => ({
        ...rest,
        _id: id,
        at: at.toISOString(),
        user: by === null ? null : { _id: by, email: emails.get(by) ?? null },
      })),
      next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
    };
  }
  async prune(now = Date.now()): Promise<void> {
    await this.#ports.database.write((transaction) =>
      this.#rows.destroy({
        where: { at: { [Op.lt]: new Date(now - KEPT_DAYS * 86_400_000) } },
        transaction,
      }),
    );
  }
}

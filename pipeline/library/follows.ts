import type { Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { Fault } from '#core/contract/faults.ts';
import type { FollowChange } from '#core/contract/follow.ts';
import type { FollowId, ThreadId, UserId } from '#core/contract/id.ts';
import { addInterval } from '#core/text/interval.ts';
import { sha256 } from '#config/sha256.ts';
import type { Database } from './database.ts';
import { importSql, type ImportSql } from './import-rows.ts';

export interface FollowRow {
  id: FollowId;
  ownerId: UserId;
  threadId: ThreadId | null;
  url: string;
  title: string;
  state: 'active' | 'ended';
  /** ISO 8601 duration */
  every: string;
  since: string | null;
  max: number | null;
  match: string | null;
  tags: string[];
  /** of the last response, for conditional requests */
  etag: string | null;
  lastModified: string | null;
  error: { code: string; message: string } | null;
  /** seen so far, added or not */
  items: number;
  /** ms since 1970, like the other times */
  createdAt: number;
  checkedAt: number | null;
  nextAt: number;
}
export type NewFollowRow = Pick<
  FollowRow,
  'ownerId' | 'threadId' | 'url' | 'title' | 'every' | 'since' | 'max' | 'match' | 'tags'
>;
/** What a successful check found out about the listing itself. */
interface CheckedFollow {
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** the new address, if it has moved permanently */
  movedTo?: string | undefined;
}
/** The identity of an item: either field is enough to recognise it. */
export interface ItemIdentity {
  guid?: string | undefined;
  address: string;
}

interface RawFollow {
  id: FollowId;
  owner_id: UserId;
  thread_id: ThreadId | null;
  url: string;
  title: string;
  state: 'active' | 'ended';
  every: string;
  since: string | null;
  max: number | null;
  match_words: string | null;
  tags: string;
  etag: string | null;
  last_modified: string | null;
  error_code: string | null;
  error_message: string | null;
  items: number;
  created_at: number | string;
  checked_at: number | string | null;
  next_at: number | string;
}

const KEYS_AT_ONCE = 200;

const followOf = (row: RawFollow): FollowRow => ({
  id: row.id,
  ownerId: row.owner_id,
  threadId: row.thread_id,
  url: row.url,
  title: row.title,
  state: row.state,
  every: row.every,
  since: row.since,
  max: row.max,
  match: row.match_words,
  tags: JSON.parse(row.tags) as string[],
  etag: row.etag,
  lastModified: row.last_modified,
  error:
    row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  items: row.items,
  createdAt: Number(row.created_at),
  checkedAt: row.checked_at === null ? null : Number(row.checked_at),
  nextAt: Number(row.next_at),
});

const keysOf = ({ guid, address }: ItemIdentity): string[] => [
  sha256(`address ${address}`),
  ...(guid === undefined ? [] : [sha256(`guid ${guid}`)]),
];

/** Listings that people follow, and the items seen in them. */
export class Follows {
  readonly #database: Database;
  readonly #sql: ImportSql;
  constructor(database: Database) {
    this.#database = database;
    this.#sql = importSql(database);
  }

  /** Creates a follow that is due at once. Fault: `conflict` if its owner follows this address already. */
  async create(it: NewFollowRow): Promise<FollowRow> {
    const now = Date.now();
    const [row] = await this.#database.write((transaction) =>
      this.#sql.rows<RawFollow>(
        "INSERT INTO follows (id, owner_id, thread_id, url, title, state, every, since, max, match_words, tags, created_at, next_at) VALUES ($1, $2, $3, $4, $5, 'active', $6, $7, $8, $9, $10, $11, $11) ON CONFLICT DO NOTHING RETURNING *",
        [
          uuidv7(),
          it.ownerId,
          it.threadId,
          it.url,
          it.title,
          it.every,
          it.since,
          it.max,
          it.match,
          JSON.stringify(it.tags),
          now,
        ],
        transaction,
      ),
    );
    if (!row) throw new Fault('conflict', { message: 'You already follow this address.' });
    return followOf(row);
  }

  /** Undefined if it doesn't belong to this owner. */
  async find(ownerId: UserId, id: FollowId): Promise<FollowRow | undefined> {
    const [row] = await this.#sql.rows<RawFollow>(
      'SELECT * FROM follows WHERE id = $1 AND owner_id = $2',
      [id, ownerId],
    );
    return row && followOf(row);
  }
  async byId(id: FollowId, transaction?: Transaction): Promise<FollowRow | undefined> {
    const [row] = await this.#sql.rows<RawFollow>(
      'SELECT * FROM follows WHERE id = $1',
      [id],
      transaction,
    );
    return row && followOf(row);
  }
  /** Lists follows by title. */
  async list(ownerId: UserId): Promise<FollowRow[]> {
    const rows = await this.#sql.rows<RawFollow>(
      'SELECT * FROM follows WHERE owner_id = $1 ORDER BY LOWER(title), id',
      [ownerId],
    );
    return rows.map(followOf);
  }
  /** A new interval counts from the last check. */
  async change(follow: FollowRow, change: FollowChange): Promise<FollowRow> {
    const next = {
      ...follow,
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    };
    const nextAt =
      next.every === follow.every || follow.checkedAt === null
        ? follow.nextAt
        : addInterval(new Date(follow.checkedAt), next.every).getTime();
    const [row] = await this.#database.write((transaction) =>
      this.#sql.rows<RawFollow>(
        'UPDATE follows SET every = $2, since = $3, thread_id = $4, tags = $5, max = $6, match_words = $7, next_at = $8 WHERE id = $1 RETURNING *',
        [
          follow.id,
          next.every,
          next.since,
          next.threadId,
          JSON.stringify(next.tags),
          next.max,
          next.match,
          nextAt,
        ],
        transaction,
      ),
    );
    return row ? followOf(row) : next;
  }
  /** Also ends a check that hasn't listed anything yet; sources stay. */
  async remove(id: FollowId): Promise<void> {
    await this.#database.write(async (transaction) => {
      const { rows } = this.#sql;
      await rows(
        "DELETE FROM imports WHERE follow_id = $1 AND EXISTS (SELECT 1 FROM import_items i WHERE i.import_id = imports.id AND i.listing = 1 AND i.state = 'waiting') RETURNING id",
        [id],
        transaction,
      );
      await rows('DELETE FROM follows WHERE id = $1 RETURNING id', [id], transaction);
    });
  }

  async due(now: number, limit: number): Promise<FollowRow[]> {
    const rows = await this.#sql.rows<RawFollow>(
      "SELECT * FROM follows WHERE state = 'active' AND next_at <= $1 ORDER BY next_at LIMIT $2",
      [now, limit],
    );
    return rows.map(followOf);
  }
  /** Returns false if another process has begun this check. */
  async begin(follow: FollowRow, now: number, transaction: Transaction): Promise<boolean> {
    const moved = await this.#sql.rows(
      "UPDATE follows SET next_at = $3, state = 'active' WHERE id = $1 AND next_at = $2 RETURNING id",
      [follow.id, follow.nextAt, addInterval(new Date(now), follow.every).getTime()],
      transaction,
    );
    return moved.length > 0;
  }

  async checked(
    { id, ownerId }: FollowRow,
    { etag, lastModified, movedTo }: CheckedFollow,
    transaction: Transaction,
  ): Promise<void> {
    const { rows } = this.#sql;
    await rows(
      'UPDATE follows SET checked_at = $2, etag = COALESCE($3, etag), last_modified = COALESCE($4, last_modified), error_code = NULL, error_message = NULL WHERE id = $1 RETURNING id',
      [id, Date.now(), etag ?? null, lastModified ?? null],
      transaction,
    );
    if (movedTo !== undefined)
      await rows(
        'UPDATE follows SET url = $2 WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM follows f WHERE f.owner_id = $3 AND f.url = $2) RETURNING id',
        [id, movedTo, ownerId],
        transaction,
      );
  }
  /** `isOver`: it isn't checked again. */
  async failed(
    id: FollowId,
    { code, message, isOver }: { code: string; message: string; isOver: boolean },
    transaction: Transaction,
  ): Promise<void> {
    await this.#sql.rows(
      `UPDATE follows SET checked_at = $2, error_code = $3, error_message = $4${isOver ? ", state = 'ended'" : ''} WHERE id = $1 RETURNING id`,
      [id, Date.now(), code, message],
      transaction,
    );
  }

  /**
   * Remembers items, and returns which of them are new: a guid or an address that was seen before,
   * or earlier among these, makes an item a known one.
   */
  async rememberItems<Item extends ItemIdentity>(
    id: FollowId,
    items: readonly Item[],
    transaction: Transaction,
  ): Promise<Item[]> {
    const known = await this.#seen(id, items.flatMap(keysOf), transaction);
    const fresh: Item[] = [];
    const added: string[] = [];
    for (const item of items) {
      const keys = keysOf(item);
      if (keys.every((key) => !known.has(key))) fresh.push(item);
      for (const key of keys) {
        if (known.has(key)) continue;
        known.add(key);
        added.push(key);
      }
    }
    const { rows } = this.#sql;
    for (let from = 0; from < added.length; from += KEYS_AT_ONCE) {
      const some = added.slice(from, from + KEYS_AT_ONCE);
      await rows(
        `INSERT INTO followed_items (follow_id, key) VALUES ${some.map((_, i) => `($1, $${i + 2})`).join(', ')} ON CONFLICT DO NOTHING RETURNING key`,
        [id, ...some],
        transaction,
      );
    }
    if (fresh.length > 0)
      await rows(
        'UPDATE follows SET items = items + $2 WHERE id = $1 RETURNING id',
        [id, fresh.length],
        transaction,
      );
    return fresh;
  }

  async #seen(
    id: FollowId,
    keys: readonly string[],
    transaction: Transaction,
  ): Promise<Set<string>> {
    const seen = new Set<string>();
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
      const some = keys.slice(from, from + KEYS_AT_ONCE);
      const rows = await this.#sql.rows<{ key: string }>(
        `SELECT key FROM followed_items WHERE follow_id = $1 AND key IN (${this.#sql.list(2, some.length)})`,
        [id, ...some],
        transaction,
      );
      for (const { key } of rows) seen.add(key);
    }
    return seen;
  }
}

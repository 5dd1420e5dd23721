/**
 * The table behind the database queue, in SQL for both SQLite and PostgreSQL. A row is a waiting or
 * running job; finished jobs are deleted. A worker needs the claim token of a job to change it.
 */
import { QueryTypes, type Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Database } from '../../library/database.ts';
import { Job, jobId, type QueueCounts, type Rank } from '../contract.ts';

export interface Claim {
  id: string;
  token: string;
  job: Job;
  attempt: number;
  crashes: number;
  rank: Rank;
}
/** `back` returns a job unchanged, for example when its worker stops. */
export type Verdict = { kind: 'gone' } | { kind: 'again'; dueAt: number; counts: boolean };
/** How many more jobs a worker may claim: of the rank `normal`, and of the others. */
export interface FreeSlots {
  normal: number;
  bulk: number;
}
export interface Holder {
  token: string;
  leaseUntil: number;
  pid: number;
  host: string;
}
export interface RunningRow {
  id: string;
  token: string;
  leaseUntil: number;
  pid: number;
  host: string;
}

interface ClaimedRow {
  id: string;
  source_id: string;
  stage: string;
  version: number;
  attempts: number;
  crashes: number;
  bulk: number;
}
const ROWS_AT_ONCE = 200;
/** by how much the clocks of machines on one database may differ */
const AHEAD_MS = 60_000;
/** Values of the column `bulk`. */
const RANKS: Readonly<Record<Rank, number>> = { normal: 0, bulk: 1, background: 2 };
const rankOf = (value: number): Rank =>
  value === RANKS.normal ? 'normal' : value === RANKS.bulk ? 'bulk' : 'background';

export class JobsTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Leaves existing jobs unchanged. PostgreSQL stores whole milliseconds. */
  async insert(
    jobs: readonly Job[],
    at: { dueAt: number; now: number; rank: Rank },
    transaction: Transaction,
  ): Promise<void> {
    for (let from = 0; from < jobs.length; from += ROWS_AT_ONCE) {
      const some = jobs.slice(from, from + ROWS_AT_ONCE);
      const values = some
        .map(
          (_, i) =>
            `($${4 + i * 4}, $${5 + i * 4}, $${6 + i * 4}, $${7 + i * 4}, 'waiting', $1, $2, $3)`,
        )
        .join(', ');
      const bind = [
        Math.ceil(at.dueAt),
        Math.ceil(at.now),
        RANKS[at.rank],
        ...some.flatMap((job) => [jobId(job), job.sourceId, job.stage, job.version]),
      ];
      await this.#rows(
        `INSERT INTO jobs (id, source_id, stage, version, state, due_at, enqueued_at, bulk) VALUES ${values} ON CONFLICT (id) DO NOTHING RETURNING id`,
        bind,
        transaction,
      );
    }
  }

  /** Makes waiting jobs due. */
  async hasten(jobs: readonly Job[], now: number, transaction: Transaction): Promise<void> {
    for (let from = 0; from < jobs.length; from += ROWS_AT_ONCE) {
      const ids = jobs.slice(from, from + ROWS_AT_ONCE).map(jobId);
      await this.#rows(
        `UPDATE jobs SET due_at = $1 WHERE state = 'waiting' AND due_at > $1 AND id IN (${list(2, ids.length)}) RETURNING id`,
        [Math.ceil(now), ...ids],
        transaction,
      );
    }
  }

  /** Deletes running jobs too; later results of their workers are ignored. */
  async deleteOf(sourceId: SourceId, transaction: Transaction): Promise<void> {
    await this.#rows('DELETE FROM jobs WHERE source_id = $1 RETURNING id', [sourceId], transaction);
  }

  /** Claims due jobs by rank, longest due first, within the free slots of each kind. */
  async claim(
    most: FreeSlots,
    now: number,
    holder: Holder,
    transaction: Transaction,
  ): Promise<Claim[]> {
    return [
      ...(await this.#claimSome('=', most.normal, now, holder, transaction)),
      ...(await this.#claimSome('>', most.bulk, now, holder, transaction)),
    ];
  }
  /** `ranks`: comparison of the column with the rank `normal`. */
  async #claimSome(
    ranks: '=' | '>',
    most: number,
    now: number,
    holder: Holder,
    transaction: Transaction,
  ): Promise<Claim[]> {
    if (most <= 0) return [];
    const due = `SELECT id FROM jobs WHERE state = 'waiting' AND due_at <= $5 AND bulk ${ranks} ${RANKS.normal} ORDER BY bulk, due_at, id LIMIT $6`;
    const chosen =
      this.#database.dialect === 'postgres'
        ? `= ANY (ARRAY(${due} FOR UPDATE SKIP LOCKED))`
        : `IN (${due})`;
    const claimed = await this.#rows<ClaimedRow>(
      `UPDATE jobs SET state = 'running', claim_token = $1, lease_until = $2, pid = $3, host = $4 WHERE id ${chosen}
       RETURNING id, source_id, stage, version, attempts, crashes, bulk`,
      [holder.token, holder.leaseUntil, holder.pid, holder.host, now, most],
      transaction,
    );
    return claimed.map((row) => ({
      id: row.id,
      token: holder.token,
      attempt: row.attempts,
      crashes: row.crashes,
      rank: rankOf(row.bulk),
      job: Job.parse({ sourceId: row.source_id, stage: row.stage, version: row.version }),
    }));
  }

  /** Returns false and changes nothing if the lease was lost. */
  async settle(
    claim: { id: string; token: string },
    verdict: Verdict,
    now: number,
    transaction: Transaction,
  ): Promise<boolean> {
    const changed =
      verdict.kind === 'gone'
        ? await this.#rows(
            "DELETE FROM jobs WHERE id = $1 AND claim_token = $2 AND state = 'running' RETURNING id",
            [claim.id, claim.token],
            transaction,
          )
        : await this.#rows(
            `UPDATE jobs SET state = 'waiting', due_at = $3, enqueued_at = $5, attempts = attempts + $4, claim_token = NULL, lease_until = NULL, pid = NULL, host = NULL
         WHERE id = $1 AND claim_token = $2 AND state = 'running' RETURNING id`,
            [
              claim.id,
              claim.token,
              Math.ceil(verdict.dueAt),
              Number(verdict.counts),
              Math.ceil(now),
            ],
            transaction,
          );
    return changed.length > 0;
  }

  /** Returns the ids that these tokens still hold. */
  async renew(
    tokens: readonly string[],
    leaseUntil: number,
    transaction: Transaction,
  ): Promise<Set<string>> {
    const held = await this.#rows<{ id: string; claim_token: string }>(
      `UPDATE jobs SET lease_until = $1 WHERE state = 'running' AND claim_token IN (${list(2, tokens.length)}) RETURNING id, claim_token`,
      [leaseUntil, ...tokens],
      transaction,
    );
    return new Set(held.map((row) => `${row.id} ${row.claim_token}`));
  }

  async running(): Promise<RunningRow[]> {
    const found = await this.#rows<{
      id: string;
      claim_token: string;
      lease_until: number | string;
      pid: number;
      host: string;
    }>("SELECT id, claim_token, lease_until, pid, host FROM jobs WHERE state = 'running'", []);
    return found.map((row) => ({
      id: row.id,
      token: row.claim_token,
      leaseUntil: Number(row.lease_until),
      pid: row.pid,
      host: row.host,
    }));
  }

  /**
   * Returns a job to waiting after its worker died; false if the lease was renewed, settled or lost
   * meanwhile.
   */
  async reclaim(row: RunningRow, now: number, transaction: Transaction): Promise<boolean> {
    const changed = await this.#rows(
      `UPDATE jobs SET state = 'waiting', due_at = $3, crashes = crashes + 1, claim_token = NULL, lease_until = NULL, pid = NULL, host = NULL
       WHERE id = $1 AND claim_token = $2 AND lease_until = $4 AND state = 'running' RETURNING id`,
      [row.id, row.token, now, row.leaseUntil],
      transaction,
    );
    return changed.length > 0;
  }

  /** Tells whether due times or leases were set by a clock that was ahead of this one. */
  async isAhead(now: number, leaseMs: number): Promise<boolean> {
    const found = await this.#rows(
      "SELECT id FROM jobs WHERE (state = 'waiting' AND enqueued_at > $1) OR (state = 'running' AND lease_until > $2) LIMIT 1",
      [Math.ceil(now) + AHEAD_MS, Math.ceil(now) + leaseMs + AHEAD_MS],
    );
    return found.length > 0;
  }

  /** Moves such due times and leases to this clock, so that they last as long as intended. */
  async followClock(now: number, leaseMs: number, transaction: Transaction): Promise<void> {
    const here = Math.ceil(now);
    await this.#rows(
      "UPDATE jobs SET due_at = $1 + due_at - enqueued_at, enqueued_at = $1 WHERE state = 'waiting' AND enqueued_at > $2 RETURNING id",
      [here, here + AHEAD_MS],
      transaction,
    );
    await this.#rows(
      "UPDATE jobs SET lease_until = $1 WHERE state = 'running' AND lease_until > $2 RETURNING id",
      [here + leaseMs, here + leaseMs + AHEAD_MS],
      transaction,
    );
  }

  /** Time at which the next waiting job is due, in ms since 1970; undefined if none waits. */
  async nextDue(free: FreeSlots): Promise<number | undefined> {
    const ranks = [
      ...(free.normal > 0 ? [RANKS.normal] : []),
      ...(free.bulk > 0 ? [RANKS.bulk, RANKS.background] : []),
    ];
    if (ranks.length === 0) return undefined;
    // One index lookup per rank.
    const of = (rank: number) =>
      `SELECT MIN(due_at) AS due_at FROM jobs WHERE state = 'waiting' AND bulk = ${rank}`;
    const [row] = await this.#rows<{ due_at: number | string | null }>(
      `SELECT MIN(due_at) AS due_at FROM (${ranks.map(of).join(' UNION ALL ')}) AS ranks`,
      [],
    );
    return row?.due_at === null || row?.due_at === undefined ? undefined : Number(row.due_at);
  }

  async counts(now: number): Promise<QueueCounts> {
    const [row] = await this.#rows<Record<keyof QueueCounts, number | string | null>>(
      `SELECT SUM(CASE WHEN state = 'waiting' AND due_at <= $1 AND bulk < $2 THEN 1 ELSE 0 END) AS waiting,
              SUM(CASE WHEN state = 'waiting' AND due_at <= $1 AND bulk = $2 THEN 1 ELSE 0 END) AS background,
              SUM(CASE WHEN state = 'waiting' AND due_at > $1 THEN 1 ELSE 0 END) AS delayed,
              SUM(CASE WHEN state = 'running' THEN 1 ELSE 0 END) AS running FROM jobs`,
      [now, RANKS.background],
    );
    return {
      waiting: Number(row?.waiting ?? 0),
      delayed: Number(row?.delayed ?? 0),
      running: Number(row?.running ?? 0),
      background: Number(row?.background ?? 0),
    };
  }

  #rows<R extends object>(sql: string, bind: unknown[], transaction?: Transaction): Promise<R[]> {
    return this.#database.sequelize.query<R>(sql, {
      type: QueryTypes.SELECT,
      bind,
      ...(transaction ? { transaction } : {}),
    });
  }
}

const list = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `$${from + i}`).join(', ');

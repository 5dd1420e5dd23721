/** Stateless challenges: each contains its signature and expiry, and works once. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { QueryTypes } from 'sequelize';
import { sha256 } from '#config/sha256.ts';
import type { Database } from '#pipeline/library/index.ts';

export const CHALLENGE_MINUTES = 5;
const LIFE_MS = CHALLENGE_MINUTES * 60_000;
const [RANDOM, TIME, MAC] = [16, 8, 32];

export class Challenges {
  readonly #database: Database;
  readonly #secret: string;
  /** secrets whose signatures are valid */
  readonly #accepted: readonly string[];
  constructor(database: Database, secret: string, previous?: string) {
    this.#database = database;
    this.#secret = secret;
    this.#accepted = previous === undefined ? [secret] : [secret, previous];
  }
  #mac(purpose: string, head: Uint8Array, secret = this.#secret): Buffer {
    return createHmac('sha256', secret).update(`challenge:${purpose}:`).update(head).digest();
  }

  /** `purpose`: what the challenge is for, and for whom if known. */
  make(purpose: string, now = Date.now()): Uint8Array<ArrayBuffer> {
    const head = Buffer.alloc(RANDOM + TIME);
    head.set(randomBytes(RANDOM));
    head.writeBigUInt64BE(BigInt(now + LIFE_MS), RANDOM);
    return Uint8Array.from(Buffer.concat([head, this.#mac(purpose, head)]));
  }
  /**
   * Returns true for a challenge of this purpose within five minutes, whether or not it was used.
   */
  holds(purpose: string, text: string, now = Date.now()): boolean {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== RANDOM + TIME + MAC) return false;
    const head = bytes.subarray(0, RANDOM + TIME);
    return (
      Number(head.readBigUInt64BE(RANDOM)) >= now &&
      this.#accepted.some((secret) =>
        timingSafeEqual(bytes.subarray(RANDOM + TIME), this.#mac(purpose, head, secret)),
      )
    );
  }
  /** Returns true once for a challenge of this purpose within five minutes. */
  async spend(purpose: string, text: string, now = Date.now()): Promise<boolean> {
    if (!this.holds(purpose, text, now)) return false;
    const bytes = Buffer.from(text, 'base64url');
    const expiresAt = Number(bytes.readBigUInt64BE(RANDOM));
    return this.#database.write(async (transaction) => {
      const ask = (sql: string, bind: unknown[]) =>
        this.#database.sequelize.query(sql, { type: QueryTypes.SELECT, bind, transaction });
      await ask('DELETE FROM spent_challenges WHERE expires_at < $1 RETURNING id', [
        new Date(now).toISOString(),
      ]);
      const id = sha256(bytes);
      return (
        (
          await ask(
            'INSERT INTO spent_challenges (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id',
            [id, new Date(expiresAt).toISOString()],
          )
        ).length > 0
      );
    });
  }
}

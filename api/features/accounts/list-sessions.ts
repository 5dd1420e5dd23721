import { QueryTypes } from 'sequelize';
import type { ActiveSession } from '#core/contract/account.ts';
import type { UserId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';

/**
 * Lists a person's sign-ins that have not expired, newest first. `current`: the id of the sign-in
 * that asks.
 */
export async function listSessions(
  { sequelize }: Database,
  userId: UserId,
  current: string | undefined,
): Promise<ActiveSession[]> {
  const rows = await sequelize.query<
    Record<'id' | 'created' | 'expires' | 'used' | 'lasts', string> & { agent: string | null }
  >(
    `SELECT l.id, l.agent, l.created_at AS created, l.expires_at AS expires, max(s.created_at) AS used, max(s.expires_at) AS lasts
      FROM logins l JOIN sessions s ON s.login_id = l.id WHERE l.user_id = $1 GROUP BY l.id, l.agent, l.created_at, l.expires_at ORDER BY l.created_at DESC`,
    { bind: [userId], type: QueryTypes.SELECT },
  );
  const time = (text: string): string => new Date(text).toISOString();
  const now = new Date().toISOString();
  return rows
    .map((row) => ({
      _id: row.id,
      current: row.id === current,
      agent: row.agent,
      createdAt: time(row.created),
      lastUsedAt: time(row.used),
      expiresAt: [time(row.expires), time(row.lasts)].sort()[0] ?? '',
    }))
    .filter(({ expiresAt }) => expiresAt > now);
}

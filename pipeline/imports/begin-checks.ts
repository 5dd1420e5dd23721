import { MOST_NEW_ITEMS } from '#core/contract/follow.ts';
import type { FollowRow } from '#pipeline/library/index.ts';
import type { StagingPorts } from './stage.ts';

/** checks that are started at once */
const AT_ONCE = 50;

type CheckPorts = Pick<StagingPorts, 'database' | 'imports' | 'follows'>;

/**
 * Begins a check: an import whose only line is the listing, which a worker opens. Does nothing if
 * the listing of an earlier check hasn't been opened yet. Returns false if another process was
 * faster.
 */
export async function beginCheck(
  { database, imports, follows }: CheckPorts,
  follow: FollowRow,
  now = Date.now(),
): Promise<boolean> {
  return database.write(async (transaction) => {
    if (!(await follows.begin(follow, now, transaction))) return false;
    const { id, created } = await imports.begin(
      {
        ownerId: follow.ownerId,
        threadId: follow.threadId,
        name: follow.title,
        format: 'follow',
        key: `follow ${follow.id}`,
        limits: {
          ...(follow.since === null ? {} : { since: follow.since }),
          max: follow.max ?? MOST_NEW_ITEMS,
        },
        followId: follow.id,
      },
      transaction,
    );
    if (created)
      await imports.addItems(
        id,
        [
          {
            line: 1,
            entry: 0,
            state: 'waiting',
            listing: true,
            input: follow.url,
            title: follow.title,
            host: '',
            brought: follow.tags.length > 0 ? { tags: follow.tags } : {},
          },
        ],
        transaction,
      );
    return true;
  });
}

/** Begins all due checks, of every owner. With several processes, each check begins once. */
export async function beginDueChecks(ports: CheckPorts, now = Date.now()): Promise<FollowRow[]> {
  const begun: FollowRow[] = [];
  for (const follow of await ports.follows.due(now, AT_ONCE))
    if (await beginCheck(ports, follow, now)) begun.push(follow);
  return begun;
}

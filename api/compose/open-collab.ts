import type { Server } from 'node:http';
import { toFault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import type { Database } from '#pipeline/library/index.ts';
import {
  attachCollab,
  openRelay,
  type Authorise,
  type CollabOptions,
  type CollabServer,
} from '../collab/index.ts';
import type { Accounts, CookieJar } from '../features/accounts/index.ts';
import type { Threads } from '../features/threads/index.ts';
import { clientAddress } from '../http/client-address.ts';
import { can } from '../policy/index.ts';

/** Opens collaboration on the server's own port, with edits of other processes if Redis is set. */
export async function openCollab({
  settings,
  log,
  database,
  threads,
  accounts,
  jar,
  server,
  origins,
  onStored,
}: {
  settings: Settings;
  log: Log;
  database: Database;
  threads: Threads;
  accounts: Accounts;
  jar: CookieJar;
  server: Server;
  /** origins of Gloss's own pages */
  origins: ReadonlySet<string>;
  onStored: NonNullable<CollabOptions['onStored']>;
}): Promise<CollabServer> {
  const { redisUrl, trustedProxies, pendingEdits } = settings;
  return attachCollab({
    server,
    database,
    log,
    allowedOrigins: () => [...origins],
    authorise: collabAuthorise(accounts, jar, threads),
    onStored,
    addressOf: clientAddress(trustedProxies),
    relay: redisUrl === undefined ? undefined : await openRelay(redisUrl, log),
    pendingEdits,
  });
}

/**
 * Owner and editors may write, other readers may read, signed in or not; everyone else is refused.
 */
const collabAuthorise =
  (accounts: Accounts, jar: CookieJar, threads: Threads): Authorise =>
  async ({ token: { accessToken }, cookie }, threadId, again) => {
    const token = accessToken || jar.read('session', cookie);
    const caller = token ? await accounts.caller(token, { asAtSignIn: again }) : undefined;
    // Closes connections of people who are no longer signed in, even to public threads, because
    // their edits would be lost.
    if (token && !caller) return undefined;
    try {
      const thread = await threads.visible(caller?.user._id, threadId);
      const writes =
        caller?.credential.scope === 'write' &&
        can(caller.actor, { action: 'thread.write', object: thread });
      return { user: caller?.user ?? null, access: writes ? 'write' : 'read' };
    } catch (error) {
      if (['absent', 'not_signed_in'].includes(toFault(error).code)) return undefined;
      throw error;
    }
  };

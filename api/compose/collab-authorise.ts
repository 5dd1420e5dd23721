import { toFault } from '#core/contract/faults.ts';
import type { Authorise } from '../collab/index.ts';
import type { Accounts, CookieJar } from '../features/accounts/index.ts';
import type { Threads } from '../features/threads/index.ts';
import { can } from '../policy/index.ts';

/** Owner and editors write; any other reader reads, signed in or not; no right to read: refused. */
export const collabAuthorise =
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

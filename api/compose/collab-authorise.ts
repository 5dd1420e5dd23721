import { toFault } from '#core/contract/faults.ts';
import type { Authorise } from '../collab/index.ts';
import { cookieToken, type Accounts } from '../features/accounts/index.ts';
import type { Threads } from '../features/threads/index.ts';

/** Owner writes; any other reader reads; no right to read: refused. */
export const collabAuthorise = (accounts: Accounts, threads: Threads): Authorise =>
  async ({ token: { accessToken }, cookie }, threadId) => {
    const token = accessToken || cookieToken(cookie);
    const user = token ? await accounts.byToken(token) : undefined;
    if (!user) return undefined;
    try {
      const thread = await threads.visible(user._id, threadId);
      return { user, access: thread.ownerId === user._id ? 'write' : 'read' };
    } catch (error) {
      if (toFault(error).code === 'absent') return undefined;
      throw error;
    }
  };

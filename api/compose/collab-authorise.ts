import { toFault } from '#core/contract/faults.ts';
import type { User } from '#core/contract/account.ts';
import { cookieToken, type Accounts } from '../features/accounts/index.ts';
import type { Threads } from '../features/threads/index.ts';

export interface CollabCaller { accessToken: string; cookie: string | undefined; threadId: string }

/** Owner writes; any other reader reads; no right to read: refused. */
export const collabAuthorise = (accounts: Accounts, threads: Threads) =>
  async ({ accessToken, cookie, threadId }: CollabCaller): Promise<{ user: User; access: 'write' | 'read' } | undefined> => {
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

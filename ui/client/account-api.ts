/** Calls on one's own account, and how the server does. */
import { z } from 'zod';
import { Me, NewPersonalToken, PersonalTokens, Sent, type MePatch, type PersonalTokenBody } from '#core/contract/account.ts';
import { Health } from '#core/contract/health.ts';
import { ApiError, call, errorOf, NETWORK_ERROR } from './api.ts';

const Told = z.unknown();

export const accountApi = {
  change: (patch: z.input<typeof MePatch>) => call('me', Me, { method: 'PATCH', body: patch }),
  resend: () => call('auth/resend', Sent, { method: 'POST', body: {} }),
  remove: (password: string) => call('me', Told, { method: 'DELETE', body: { password } }),
  signOut: (everywhere: boolean) => call('auth/logout', Told, { method: 'POST', body: { everywhere } }),
  tokens: (signal?: AbortSignal) => call('me/tokens', PersonalTokens, { signal }),
  makeToken: (token: z.input<typeof PersonalTokenBody>) => call('me/tokens', NewPersonalToken, { method: 'POST', body: token }),
  deleteToken: (id: string) => call(`me/tokens/${encodeURIComponent(id)}`, Told, { method: 'DELETE' }),
  /** Also of a server that is not well, which answers 503. */
  async health(signal?: AbortSignal): Promise<Health> {
    const response = await fetch('/api/health', signal ? { signal } : {}).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ApiError('unreachable', NETWORK_ERROR, 0);
    });
    const body = z.object({ data: Health }).safeParse(await response.clone().json().catch(() => undefined));
    if (!body.success) throw await errorOf(response);
    return body.data.data;
  },
};

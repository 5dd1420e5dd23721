/** Requests about the user's account, the members of threads, and the server status. */
import { z } from 'zod';
import {
  Me,
  Member,
  Members,
  NewPersonalToken,
  ActiveSessions,
  PersonalTokens,
  Sent,
  SignedUp,
  type SignupBody,
  SignInOptions,
  type MePatch,
  type PersonalTokenBody,
  type User,
} from '#core/contract/account.ts';
import { LoginAnswer, VerifyAnswer, type SecondStep } from '#core/contract/second-factor.ts';
import { Health } from '#core/contract/health.ts';
import { ApiError, call, errorOf, NETWORK_ERROR } from './api.ts';
import { forgetSession, holdSession } from './session.ts';

const Told = z.unknown();

/** `entry`: signed in, second step required, or neither. */
export interface ConfirmedAddress {
  user: User;
  entry: 'signed-in' | 'none' | SecondStep;
}

export const accountApi = {
  change: (patch: z.input<typeof MePatch>) => call('me', Me, { method: 'PATCH', body: patch }),
  resend: () => call('auth/resend', Sent, { method: 'POST', body: {} }),
  async remove(password: string) {
    await call('me', Told, { method: 'DELETE', body: { password } });
    forgetSession();
  },
  async signOut(everywhere: boolean, keepTokens: readonly string[]) {
    await call('auth/logout', Told, { method: 'POST', body: { everywhere, keepTokens } });
    forgetSession();
  },
  options: (signal?: AbortSignal) => call('auth/options', SignInOptions, { signal }),
  signUp: (it: z.input<typeof SignupBody>) =>
    call('auth/signup', SignedUp, { method: 'POST', body: it }),
  /** Confirms an email address. `entry`: whether this browser is signed in by it. */
  async verify(token: string): Promise<ConfirmedAddress> {
    const answer = await call('auth/verify', VerifyAnswer, { method: 'POST', body: { token } });
    const { user } = answer;
    if ('second_step' in answer) return { user, entry: answer.second_step };
    if (!('expiresAt' in answer)) return { user, entry: 'none' };
    holdSession(answer.expiresAt);
    return { user, entry: 'signed-in' };
  },
  async signIn(it: {
    email: string;
    password: string;
  }): Promise<{ user: User } | { step: SecondStep }> {
    const answer = await call('auth/login', LoginAnswer, { method: 'POST', body: it });
    if ('second_step' in answer) return { step: answer.second_step };
    holdSession(answer.expiresAt);
    return { user: answer.user };
  },
  forgot: (email: string) => call('auth/forgot', Sent, { method: 'POST', body: { email } }),
  reset: (it: { token: string; password: string; removeOtherWays: boolean }) =>
    call('auth/reset', SignedUp, { method: 'POST', body: it }),
  members: (threadId: string, signal?: AbortSignal) =>
    call(`threads/${encodeURIComponent(threadId)}/members`, Members, { signal }),
  invite: (threadId: string, it: { email: string; role: Member['role'] }) =>
    call(`threads/${encodeURIComponent(threadId)}/members`, Member, { method: 'POST', body: it }),
  dismiss: (threadId: string, id: string) =>
    call(`threads/${encodeURIComponent(threadId)}/members/${encodeURIComponent(id)}`, Told, {
      method: 'DELETE',
    }),
  sessions: (signal?: AbortSignal) => call('me/sessions', ActiveSessions, { signal }),
  endSession: (id: string, password: string | undefined) =>
    call(`me/sessions/${encodeURIComponent(id)}`, Told, { method: 'DELETE', body: { password } }),
  tokens: (signal?: AbortSignal) => call('me/tokens', PersonalTokens, { signal }),
  makeToken: (token: z.input<typeof PersonalTokenBody>) =>
    call('me/tokens', NewPersonalToken, { method: 'POST', body: token }),
  deleteToken: (id: string) =>
    call(`me/tokens/${encodeURIComponent(id)}`, Told, { method: 'DELETE' }),
  /** Also parses the 503 response of an unhealthy server. */
  async health(signal?: AbortSignal): Promise<Health> {
    const response = await fetch('/api/health', signal ? { signal } : {}).catch(
      (cause: unknown) => {
        if (signal?.aborted) throw cause;
        throw new ApiError('unreachable', NETWORK_ERROR, 0);
      },
    );
    const body = z.object({ data: Health }).safeParse(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
    if (!body.success) throw await errorOf(response);
    return body.data.data;
  },
};

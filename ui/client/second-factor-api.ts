/** Requests about the second factor. */
import { z } from 'zod';
import { SignedIn, type User } from '#core/contract/account.ts';
import {
  NewSecondFactor,
  RecoveryCodes,
  SecondFactor,
  type SecondStepBody,
} from '#core/contract/second-factor.ts';
import { ApiError, call } from './api.ts';
import { holdSession } from './session.ts';

const sure = (password: string | undefined) => (password === undefined ? {} : { password });

export const secondFactorApi = {
  async answer(way: 'code' | 'recovery', body: z.input<typeof SecondStepBody>): Promise<User> {
    const { expiresAt, user } = await call(`auth/${way}`, SignedIn, { method: 'POST', body });
    holdSession(expiresAt);
    return user;
  },
  standing: (signal?: AbortSignal) => call('me/second-factor', SecondFactor, { signal }),
  question: (password?: string) =>
    call('me/second-factor/options', NewSecondFactor, { method: 'POST', body: sure(password) }),
  enable: (ticket: string, code: string) =>
    call('me/second-factor', RecoveryCodes, { method: 'POST', body: { ticket, code } }),
  disable: (password?: string) =>
    call('me/second-factor', z.unknown(), { method: 'DELETE', body: sure(password) }),
  newCodes: (password?: string) =>
    call('me/recovery-codes', RecoveryCodes, { method: 'POST', body: sure(password) }),
};
/** The second step has expired. */
export const isStepExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_step_over';

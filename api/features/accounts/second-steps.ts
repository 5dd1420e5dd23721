/** The second step of a sign-in, after the password. */
import type { User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import { UserId } from '#core/contract/id.ts';
import type { SecondStep, SecondFactorMethod } from '#core/contract/second-factor.ts';
import { inMinutes } from './accounts.ts';
import type { UserRow } from './accounts.model.ts';
import { CHALLENGE_MINUTES, type Challenges } from './challenges.ts';
import type { SecondFactors } from './second-factors.ts';
import { hashOf } from './secrets.ts';

type Known = Pick<UserRow, 'id' | 'email' | 'name' | 'passwordHash' | 'epoch'>;
/**
 * Includes the password hash and the epoch, so that a new password and signing out everywhere
 * invalidate it.
 */
const purposeOf = ({ id, passwordHash, epoch }: Known): string =>
  `second-step.${id}.${epoch}.${hashOf(passwordHash ?? '')}`;
const over = (): Fault => new Fault('second_step_over');

export interface SecondStepPorts {
  challenges: Challenges;
  factors: SecondFactors;
  /** by id; undefined if there is no such person */
  user(id: UserId): Promise<UserRow | undefined>;
  required: boolean;
  /** whether passkeys can be used at this address */
  passkeys: boolean;
}
/** A second step in progress, with its person. */
export interface PendingSecondStep {
  user: Pick<User, '_id' | 'email' | 'name'>;
  /** epoch of the account when it began */
  epoch: number;
  /** Faults: `second_step_over`. */
  end(): Promise<void>;
}

export function secondSteps({ challenges, factors, user, required, passkeys }: SecondStepPorts) {
  return {
    /**
     * Returns the second step after a correct password; undefined if the password is enough, or if
     * the person has no second factor yet.
     */
    async after(known: Known): Promise<SecondStep | undefined> {
      const has = await factors.has(known.id);
      if (!has.app && !(required && has.passkey)) return undefined;
      const ways: SecondFactorMethod[] = [
        ...(has.app ? ['code' as const] : []),
        ...(has.passkey && passkeys ? ['passkey' as const] : []),
        ...(has.recovery ? ['recovery' as const] : []),
      ];
      const challenge = Buffer.from(challenges.make(purposeOf(known))).toString('base64url');
      return {
        challenge: `${known.id}.${challenge}`,
        ways,
        expiresAt: inMinutes(CHALLENGE_MINUTES).toISOString(),
      };
    },
    /** Returns the person named in a challenge, without verifying the challenge. */
    claimed: (text: string): string => text.slice(0, text.indexOf('.')),
    /** Faults: `second_step_over` for invalid, foreign or expired challenges. */
    async begun(text: string): Promise<PendingSecondStep> {
      const [id, challenge = ''] = text.split('.', 2);
      const parsed = UserId.safeParse(id);
      const known = parsed.success ? await user(parsed.data) : undefined;
      if (!known || !challenges.holds(purposeOf(known), challenge)) throw over();
      return {
        user: { _id: known.id, email: known.email, name: known.name },
        epoch: known.epoch,
        async end() {
          if (!(await challenges.spend(purposeOf(known), challenge))) throw over();
        },
      };
    },
  };
}
export type SecondSteps = ReturnType<typeof secondSteps>;

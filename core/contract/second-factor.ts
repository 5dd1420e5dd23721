/**
 * The second step after the password: an authenticator code (new every 30 seconds), one of ten
 * recovery codes, or a passkey.
 */
import { z } from 'zod';
import { SignedIn, SignedUp } from './account.ts';

/**
 * `code`: from the app. `recovery`: one of the ten. `passkey`: `POST auth/passkey`, without a
 * password.
 */
export const SecondFactorMethod = z.enum(['code', 'recovery', 'passkey']);
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>;
/**
 * The password was correct, but the person is not signed in yet. `challenge` is valid for five
 * minutes and only for the second step.
 */
export const SecondStep = z.object({
  challenge: z.string(),
  ways: z.array(SecondFactorMethod),
  expiresAt: z.iso.datetime(),
});
export type SecondStep = z.infer<typeof SecondStep>;
/** Of `POST auth/login`. */
export const LoginAnswer = z.union([SignedIn, z.object({ second_step: SecondStep })]);
/**
 * Result of `POST auth/verify`: signed in if the browser signed up within the last hour, with
 * `second_step` if the account has a second factor; otherwise only confirmed.
 */
export const VerifyAnswer = z.union([
  SignedIn,
  SignedUp.extend({ second_step: SecondStep }),
  SignedUp,
]);
/**
 * `POST auth/code` and `POST auth/recovery` → `SignedIn`. Faults: `wrong_code`, `second_step_over`,
 * `codes_unreadable`.
 */
export const SecondStepBody = z.object({
  challenge: z.string().max(300),
  code: z.string().max(60),
});

/** `GET me/second-factor`. */
export const SecondFactor = z.object({
  /** since when the app is set up; null if it isn't */
  app: z
    .object({
      since: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
      /** false after the server's secret changed; it must be set up again */
      readable: z.boolean(),
    })
    .nullable(),
  /** number of unused codes */
  recovery_left: z.number(),
  /** passkeys, which also count as a second factor */
  passkeys: z.number(),
  /** the server requires a second factor */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;
/**
 * For changes of a factor: the password, unless the sign-in is at most ten minutes old. Fault
 * `confirm_password` without it.
 */
export const ReauthBody = z.object({ password: z.string().max(200).optional() });
/**
 * `POST me/second-factor/options`: `key` to enter in an app, `uri` for the QR code, `ticket` to
 * send back within ten minutes.
 */
export const NewSecondFactor = z.object({ key: z.string(), uri: z.string(), ticket: z.string() });
/** `POST me/second-factor` → 201 `RecoveryCodes`. All other sessions end. */
export const SecondFactorBody = z.object({ ticket: z.string().max(600), code: z.string().max(60) });
/** Shown only here; previous codes become invalid. Also the result of `POST me/recovery-codes`. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });

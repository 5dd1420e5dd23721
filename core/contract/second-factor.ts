/**
 * The second step after the password: an authenticator code (new every 30 seconds), one of ten
 * recovery codes, or a passkey.
 */
import { z } from 'zod';
import { SignedIn, SignedUp } from './account.ts';

/**
 * `code`: of the app. `recovery`: one of the ten. `passkey`: `POST auth/passkey`, which needs no
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
 * Of `POST auth/verify`: signed in where the browser signed up within the last hour, with
 * `second_step` where the account has a second factor; otherwise confirmed only.
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
  /** the app's, since when; null without one */
  app: z
    .object({
      since: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
      /** false after the server's secret changed; it must be set up again */
      readable: z.boolean(),
    })
    .nullable(),
  /** codes that are not used yet */
  recovery_left: z.number(),
  /** which do as well */
  passkeys: z.number(),
  /** the server requires a second factor */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;
/**
 * Of what changes a factor: the password, where the sign-in is not of the last ten minutes. Fault
 * `confirm_password` without it.
 */
export const ReauthBody = z.object({ password: z.string().max(200).optional() });
/**
 * `POST me/second-factor/options`: `key` to type into an app, `uri` for a picture to scan, `ticket`
 * to send back within ten minutes.
 */
export const NewSecondFactor = z.object({ key: z.string(), uri: z.string(), ticket: z.string() });
/** `POST me/second-factor` → 201 `RecoveryCodes`. All other sessions end. */
export const SecondFactorBody = z.object({ ticket: z.string().max(600), code: z.string().max(60) });
/** Shown this once; those before are void. Also of `POST me/recovery-codes`. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) });

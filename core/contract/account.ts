/** Accounts, sign-in, daily allowances and members of threads. */
import { z } from 'zod';
import { ModelId } from './ask.ts';
import { UserId } from './id.ts';

/** The name of a personal installation's owner until they enter one. */
export const UNNAMED = 'You';

export const User = z.object({
  _id: UserId,
  email: z.string(),
  name: z.string(),
  is_verified_user: z.boolean(),
  plan: z.string(),
});
export type User = z.infer<typeof User>;

/** `personal`: one owner, who signs in with a printed link. `accounts`: anyone can sign up. */
export const AccountsMode = z.enum(['personal', 'accounts']);

/**
 * Normalises an email address: lower case, composed letters, the host in its DNS form. Returns
 * undefined for invalid ones.
 */
export function normaliseEmail(text: string): string | undefined {
  const [, local, domain] =
    /^([^\s@"<>(),:;\\[\]]{1,64})@([^\s@/?#:]{3,253})$/u.exec(
      text.trim().normalize('NFKC').toLowerCase(),
    ) ?? [];
  if (local === undefined || domain === undefined || /^\.|\.$|\.\./.test(local)) return undefined;
  const host = URL.parse(`http://${domain}`)?.hostname ?? '';
  return /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/.test(host)
    ? `${local}@${host}`
    : undefined;
}
/** Parses to the result of `normaliseEmail`. */
export const Email = z
  .string()
  .max(320)
  .transform((text, ctx) => {
    const email = normaliseEmail(text);
    if (email !== undefined) return email;
    ctx.addIssue({ code: 'custom', message: 'Enter an email address, like ada@example.org' });
    return z.NEVER;
  });
export const PASSWORD_LENGTH = { min: 10, max: 200 } as const;
/** Any characters; spaces count, and nothing is truncated. */
export const Password = z
  .string()
  .min(PASSWORD_LENGTH.min, `At least ${PASSWORD_LENGTH.min} characters`)
  .max(PASSWORD_LENGTH.max, `At most ${PASSWORD_LENGTH.max} characters`);
const PersonName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'A name stands on one line.');
const Secret = z.string().min(1).max(200);
/** An IANA zone, such as `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return (
        new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' &&
        /^[A-Za-z]/.test(zone)
      );
    } catch {
      return false;
    }
  }, 'An IANA time zone, as Europe/Berlin');

/** `GET auth/options`: the options of the sign-in pages. For anyone. */
export const SignInOptions = z.object({
  accounts: AccountsMode,
  signup: z.enum(['open', 'closed']),
  /**
   * this server takes passkeys (where the browser has them):
   * `ui/features/account/passkey-button.tsx`
   */
  passkeys: z.boolean().default(false),
  /**
   * the single sign-on provider, started with `/api/auth/oidc?to=/where`; `null` if there is none.
   * A failure redirects to `/login?failed=CODE` with a code of `OUTSIDE_FAULTS`
   */
  oidc: z.object({ name: z.string() }).nullable().default(null),
});
/** Reasons why a single sign-on was refused. */
export const OIDC_FAULTS = [
  'not_allowed',
  'unverified',
  'signup_closed',
  'provider_failed',
] as const;
/**
 * `POST auth/signup` → 201 `SignedUp` and an email with `/verify?token=`. The response is the same
 * if the account already exists.
 */
export const SignupBody = z.object({
  email: Email,
  password: Password,
  name: PersonName,
  /** the browser's; an unknown one is ignored */
  timezone: TimeZone.optional().catch(undefined),
});
export const SignedUp = z.object({ user: User });
/** `POST auth/verify` → `VerifyAnswer`. Works once, for anyone who has the email. */
export const VerifyBody = z.object({ token: Secret });
/** `POST auth/login` → `LoginAnswer`. */
export const LoginBody = z.object({
  email: z.string().max(320),
  password: z.string().max(PASSWORD_LENGTH.max),
});
/**
 * Result of `POST auth/login` and `POST auth/refresh` (with the cookie, without a body), which also
 * set the cookies.
 */
export const SignedIn = z.object({
  accessToken: z.string(),
  /** after which it is refreshed */
  expiresAt: z.iso.datetime(),
  user: User,
});
/** Ids of personal tokens to keep. */
const KeptTokens = z.array(z.uuid()).max(50).default([]);
/**
 * `POST auth/logout`; `everywhere` ends all sessions of the person, and all personal tokens except
 * `keepTokens`.
 */
export const LogoutBody = z.object({
  everywhere: z.boolean().default(false),
  keepTokens: KeptTokens,
});
/**
 * `POST auth/forgot` → `Sent`, the same for every address; `POST auth/resend` → `Sent`, another
 * email to confirm one's own address.
 */
export const ForgotBody = z.object({ email: Email });
export const Sent = z.object({ sent: z.literal(true) });
/**
 * `POST auth/reset` → `SignedUp`; ends all sessions and personal tokens of the person.
 * `removeOtherWays`: also passkeys and linked sign-ins, except where a second factor is required.
 */
export const ResetBody = z.object({
  token: Secret,
  password: Password,
  removeOtherWays: z.boolean().default(false),
});

/**
 * `PATCH me` → `Me`. Changing the password ends all other sessions, and all personal tokens except
 * `keepTokens`.
 */
export const MePatch = z.object({
  timezone: TimeZone.optional(),
  name: PersonName.optional(),
  password: z
    .object({ current: z.string().max(PASSWORD_LENGTH.max), new: Password, keepTokens: KeptTokens })
    .optional(),
});
/** `DELETE me` → `{deleted: true}`: deletes the account with all its data. */
export const DeleteMeBody = z.object({ password: z.string().max(PASSWORD_LENGTH.max) });

/** One of a person's sign-ins, until they end it or it expires. */
export const ActiveSession = z.object({
  _id: z.uuid(),
  /** whether it is the session of this request */
  current: z.boolean(),
  /** the user agent at sign-in, at most 200 characters */
  agent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** last renewal, accurate to a quarter of an hour */
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ActiveSession = z.infer<typeof ActiveSession>;
/** `GET me/sessions`. */
export const ActiveSessions = z.object({ docs: z.array(ActiveSession) });
/**
 * `DELETE me/sessions/:id`; requires `password` unless the sign-in is recent (`confirm_password`).
 */
export const EndSessionBody = z.object({
  password: z.string().max(PASSWORD_LENGTH.max).optional(),
});

export const TokenScope = z.enum(['read', 'write']);
export const PersonalToken = z.object({
  _id: z.uuid(),
  name: z.string(),
  /** `write` includes reading */
  scope: TokenScope,
  /** its first characters, to recognise it */
  prefix: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type PersonalToken = z.infer<typeof PersonalToken>;
/** `GET me/tokens`. */
export const PersonalTokens = z.object({ docs: z.array(PersonalToken) });
/** `POST me/tokens` → 201 `NewPersonalToken`. */
export const PersonalTokenBody = z.object({
  name: PersonName,
  scope: TokenScope.default('write'),
  /** never expires without it */
  days: z.int().min(1).max(3650).optional(),
  /** of the account, unless the sign-in is recent (`confirm_password`) */
  password: z.string().max(PASSWORD_LENGTH.max).optional(),
});
/** `token` is shown only here. */
export const NewPersonalToken = PersonalToken.extend({ token: z.string() });

/** `GET|POST threads/:id/members`, `DELETE threads/:id/members/:userId`. */
export const MemberRole = z.enum(['editor', 'viewer']);
export const Member = z.object({
  /** what `DELETE` accepts; also accepts the person's own id */
  _id: z.uuid(),
  email: z.string(),
  role: MemberRole,
  /** null until they have opened the thread */
  name: z.string().nullable(),
  invitedAt: z.iso.datetime(),
});
export type Member = z.infer<typeof Member>;
export const Members = z.object({ docs: z.array(Member) });
/**
 * → 201 `Member`, and an email with a link to the thread. Inviting the same address again changes
 * its role.
 */
export const MemberBody = z.object({ email: Email, role: MemberRole });

/**
 * `GET users?query=&cursor=&limit=`, `POST users`, `PATCH users/:id`, `POST users/:id/tokens`: for
 * the operator only. `:id` can be an email address.
 */
export const Account = User.extend({
  createdAt: z.iso.datetime(),
  /** left today; `null` when unlimited */
  questions_left: z.number().nullable(),
});
export type Account = z.infer<typeof Account>;
export const AccountPage = z.object({ docs: z.array(Account), next: z.string().nullable() });
export const NewAccount = z.object({
  email: Email,
  name: PersonName.optional(),
  plan: z.string().max(40).optional(),
});
/** `link`: where the person sets a password, valid for a day. */
export const CreatedAccount = z.object({ user: Account, link: z.string() });
export const AccountPatch = z.object({ plan: z.string().max(40) });

export const ModelChoice = z.object({
  id: ModelId,
  name: z.string(),
  available: z.boolean(),
  hidden: z.boolean(),
});
export type ModelChoice = z.infer<typeof ModelChoice>;

export const Me = z.object({
  user: User,
  /** the IANA zone in which the person's day ends */
  timezone: z.string().default('UTC'),
  /** false until a zone was set; until then the day ends at midnight UTC */
  timezone_set: z.boolean().default(true),
  accounts: AccountsMode.default('personal'),
  limits: z.object({
    /** left today; `null` when unlimited */
    question_n_answers: z.number().nullable(),
    /** when the daily limit resets; `null` when unlimited */
    reset_at: z.iso.datetime().nullable().optional(),
  }),
  /** the page to change the plan; `null` if the operator has not set one */
  upgrade_url: z.string().nullable().default(null),
  /** `due`: a second factor has to be set up before anything else */
  second_factor: z.object({ due: z.boolean() }).default({ due: false }),
  features: z.object({
    notes_generation: z.boolean(),
    /** whether this server records analytics events */
    events: z.boolean().default(false),
  }),
  capabilities: z.object({
    models: z.array(ModelChoice),
    /** no provider is set: the offline assistant answers */
    offline: z.boolean(),
    embeddings: z.boolean(),
    transcription: z.boolean(),
  }),
});
export type Me = z.infer<typeof Me>;

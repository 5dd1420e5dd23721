/**
 * The one table of what can go wrong. Worker (retry policy), HTTP (status), CLI (exit) and UI
 * (sentence) project it. A sentence says what happened and what to do next.
 */
import { z } from 'zod';

/**
 * `never`: the same input fails the same way. `backoff`: worth another try. `wait`: try again much
 * later, without counting it. `later`: fails at once, and is tried once more a day later.
 */
export type RetryPolicy = 'never' | 'backoff' | 'wait' | 'later';
interface FaultRow {
  retry: RetryPolicy;
  status: number;
  exit: 1 | 2 | 3;
  message: string;
}

const row = (
  retry: RetryPolicy,
  status: number,
  message: string,
  exit: 1 | 2 | 3 = 1,
): FaultRow => ({ retry, status, exit, message });

export const FAULTS = {
  // Sources: `error.code` of the contract.
  unsupported_url: row(
    'never',
    422,
    'This address is not one Gloss can read. Paste an http or https link to a page, a PDF or a video.',
  ),
  not_found: row('never', 404, 'There is nothing at this address any more. Check the link.'),
  no_such_host: row('later', 422, 'The site of this address could not be found. Check the link.'),
  private_or_removed: row(
    'never',
    422,
    'This source is private or was removed by its owner. Ask them for access, or add another copy.',
  ),
  age_restricted: row(
    'never',
    422,
    'This video asks for a signed-in viewer of age, so it cannot be read. You can still watch it and write notes.',
  ),
  geo_blocked: row('never', 422, 'This source is not available from where the server stands.'),
  live_not_ended: row(
    'wait',
    422,
    'This video is live or not yet out. It is read once it has ended.',
  ),
  rate_limited: row(
    'wait',
    429,
    'The site asks us to slow down. Gloss waits and goes on by itself.',
  ),
  offline: row('wait', 503, 'No network. Resumes automatically.'),
  paced: row(
    'wait',
    429,
    'Other pages of this site are read first. It is read when its turn comes.',
  ),
  blocked_address: row(
    'never',
    400,
    'This address lies inside a private network, so it is not fetched. The operator can open it with GLOSS_FETCH_ALLOW=host:port.',
  ),
  too_large: row(
    'never',
    413,
    'This is larger than the limit. The operator can raise GLOSS_MAX_PDF_MB or GLOSS_MAX_PAGE_MB.',
  ),
  timed_out: row(
    'backoff',
    504,
    'This took too long. Try again; if it stays slow, raise GLOSS_JOB_TIMEOUT_S.',
  ),
  password_protected: row(
    'never',
    422,
    'This PDF asks for a password. Save a copy without one and add that.',
  ),
  corrupt_file: row(
    'never',
    422,
    'This file is damaged or not what its name says. Open it elsewhere to check, then add it again.',
  ),
  infected_file: row(
    'never',
    422,
    'The virus scanner found something in this file, so it was not kept. Check where it comes from, and add a clean copy.',
  ),
  no_text: row('never', 422, 'There is no readable text here.'),
  no_transcript: row(
    'never',
    422,
    'This video has no transcript. You can still watch it and write notes.',
  ),
  browser_missing: row(
    'never',
    422,
    'This page needs a browser to be read and none was found. Install Chromium or set GLOSS_CHROME_PATH, then retry.',
  ),
  ytdlp_missing: row(
    'never',
    422,
    'Reading this video needs yt-dlp and none was found. Install it or set GLOSS_YTDLP_PATH, then retry.',
  ),
  provider_failed: row(
    'backoff',
    502,
    'The model provider did not answer as it should. Try again in a moment.',
  ),
  internal: row('backoff', 500, 'Something broke in Gloss. Try again; the log has the cause.'),
  // Requests.
  bad_request: row('never', 400, 'The request is not of the right form.', 2),
  not_signed_in: row('never', 401, 'Sign in first: open the link printed by `gloss open`.', 3),
  bad_credentials: row('never', 401, 'The e-mail address or the password is not right.', 3),
  wrong_code: row(
    'never',
    401,
    'The code is not right, or was used already. Wait for the next one, and check the clock of your device.',
    3,
  ),
  second_step_over: row(
    'never',
    401,
    'This took too long, or your password was changed meanwhile. Sign in again.',
    3,
  ),
  codes_unreadable: row(
    'never',
    422,
    'The secret of this server was changed, so that codes of your app cannot be checked. Use a recovery code or a passkey, or ask whoever runs this server to reset your second factor (`gloss users reset-second-factor`).',
  ),
  second_factor_due: row(
    'never',
    403,
    'This server asks for a second factor. Open it in the browser and set one up first.',
  ),
  confirm_password: row('never', 403, 'Type your password once more: you signed in a while ago.'),
  not_allowed: row('never', 403, 'You may not do this.'),
  unverified: row(
    'never',
    403,
    'Unlock full access to Gloss AI features: open the link in the mail that confirms your address.',
  ),
  signup_closed: row(
    'never',
    403,
    'Sign-up is closed here. Ask whoever runs this server for an account.',
  ),
  link_spent: row(
    'never',
    422,
    'This link was used already, has run out, or a newer one took its place. Ask for a new one.',
  ),
  allowance_spent: row('never', 429, 'Please upgrade your plan to continue'),
  absent: row('never', 404, 'There is no such thing here.'),
  conflict: row('never', 409, 'This was already done.'),
  generating: row(
    'backoff',
    409,
    'An answer is being written here already. Wait for it, or follow it.',
  ),
  no_source_selected: row('never', 422, 'No source selected'),
  not_ready: row(
    'backoff',
    409,
    'These sources are still being read. Ask again once they are ready.',
  ),
  storage_full: row('wait', 507, 'The disk is full. Free some space; Gloss goes on by itself.', 3),
  unavailable: row('backoff', 503, 'Gloss is busy. Try again in a moment.', 3),
  unreachable: row(
    'backoff',
    503,
    'The server cannot be reached. Start it with scripts/start, or check GLOSS_SERVER.',
    3,
  ),
  interrupted: row('backoff', 503, 'The answer was cut off. What had arrived is kept; ask again.'),
} as const satisfies Record<string, FaultRow>;

export type FaultCode = keyof typeof FAULTS;
export const FaultCode = z.enum(Object.keys(FAULTS) as [FaultCode, ...FaultCode[]]);

/**
 * The only error that Gloss throws on purpose. `message` defaults to the table's sentence;
 * `details` go to the client, `cause` to the log.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly details: unknown;
  /** seconds to wait before the next try, where the other side said so */
  readonly retryAfterS: number | undefined;
  constructor(
    code: FaultCode,
    more: { message?: string; details?: unknown; cause?: unknown; retryAfterS?: number } = {},
  ) {
    super(more.message ?? FAULTS[code].message, { cause: more.cause });
    this.name = 'Fault';
    this.code = code;
    this.details = more.details;
    this.retryAfterS = more.retryAfterS;
  }
}

/** Nothing is wrong with what was asked for: it is asked for again later. */
export const isWaitFault = (fault: Fault): boolean => FAULTS[fault.code].retry === 'wait';
export const toFault = (error: unknown): Fault =>
  error instanceof Fault ? error : new Fault('internal', { cause: error });

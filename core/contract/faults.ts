/**
 * The only table of errors. The worker (retry policy), HTTP (status), CLI (exit code) and UI
 * (message) derive from it. A message says what happened and what to do next.
 */
import { z } from 'zod';

/**
 * `never`: the same input fails the same way. `backoff`: retrying may help. `wait`: retry much
 * later, without counting it. `later`: fails at once, and is retried once a day later.
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
    "Gloss can't read this address. Paste an http or https link to a web page, a PDF or a video.",
  ),
  not_found: row('never', 404, "This page doesn't exist or was removed. Check the link."),
  no_such_host: row('later', 422, "Couldn't find this site. Check the link."),
  private_or_removed: row(
    'never',
    422,
    'This source is private or was removed by its owner. Ask them for access, or add another copy.',
  ),
  age_restricted: row(
    'never',
    422,
    "This video is age-restricted, so Gloss can't read it. You can still watch it and write notes.",
  ),
  geo_blocked: row('never', 422, "This source isn't available in the server's region."),
  live_not_ended: row(
    'wait',
    422,
    "This video is live or hasn't started. Gloss processes it when it ends.",
  ),
  rate_limited: row('wait', 429, 'The site asked Gloss to slow down. Resumes automatically.'),
  offline: row('wait', 503, 'No network. Resumes automatically.'),
  paced: row('wait', 429, 'Waiting for other pages of this site. Resumes automatically.'),
  blocked_address: row(
    'never',
    400,
    "This address is in a private network, so Gloss doesn't fetch it. The operator can allow it with GLOSS_FETCH_ALLOW=host:port.",
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
    'This PDF is password-protected. Save a copy without a password and add that.',
  ),
  corrupt_file: row(
    'never',
    422,
    "This file is damaged, or its type doesn't match its name. Open it in another app to check, then add it again.",
  ),
  infected_file: row(
    'never',
    422,
    'The virus scanner found something in this file, so Gloss deleted it. Check where it came from and add a clean copy.',
  ),
  no_text: row('never', 422, 'No readable text found.'),
  no_transcript: row(
    'never',
    422,
    'This video has no transcript. You can still watch it and write notes.',
  ),
  browser_missing: row(
    'never',
    422,
    "This page needs a browser, and Gloss didn't find one. Install Chromium or set GLOSS_CHROME_PATH, then retry.",
  ),
  ytdlp_missing: row(
    'never',
    422,
    "This video needs yt-dlp, and Gloss didn't find it. Install it or set GLOSS_YTDLP_PATH, then retry.",
  ),
  provider_failed: row(
    'backoff',
    502,
    'The model provider returned an error. Try again in a moment.',
  ),
  internal: row(
    'backoff',
    500,
    'Something went wrong in Gloss. Try again. The log has the details.',
  ),
  // Requests.
  bad_request: row('never', 400, 'The request is invalid.', 2),
  not_signed_in: row('never', 401, 'Sign in first: open the link printed by `gloss open`.', 3),
  bad_credentials: row('never', 401, 'Wrong email or password.', 3),
  wrong_code: row(
    'never',
    401,
    "This code is wrong or was already used. Wait for the next one, and check your device's clock.",
    3,
  ),
  second_step_over: row(
    'never',
    401,
    'This took too long, or your password was changed. Sign in again.',
    3,
  ),
  codes_unreadable: row(
    'never',
    422,
    "This server's secret changed, so it can't check your app's codes. Use a recovery code or a passkey, or ask the person who runs this server to reset your two-factor authentication (`gloss users reset-second-factor`).",
  ),
  second_factor_due: row(
    'never',
    403,
    'This server requires two-factor authentication. Open it in a browser and set it up first.',
  ),
  confirm_password: row('never', 403, 'You signed in a while ago. Enter your password again.'),
  not_allowed: row('never', 403, "You don't have permission to do this."),
  unverified: row(
    'never',
    403,
    'Unlock full access to Gloss AI features: open the link in your confirmation email.',
  ),
  signup_closed: row(
    'never',
    403,
    'Sign-up is closed. Ask the person who runs this server for an account.',
  ),
  link_spent: row(
    'never',
    422,
    'This link was already used, has expired or was replaced by a newer one. Request a new link.',
  ),
  allowance_spent: row('never', 429, 'Please upgrade your plan to continue'),
  absent: row('never', 404, "Not found, or you don't have access to it."),
  conflict: row('never', 409, 'This was already done.'),
  generating: row(
    'backoff',
    409,
    'Gloss is already writing an answer here. Wait for it to finish.',
  ),
  no_source_selected: row('never', 422, 'No source selected'),
  not_ready: row(
    'backoff',
    409,
    'These sources are still processing. Ask again when they are ready.',
  ),
  storage_full: row(
    'wait',
    507,
    'The disk is full. Free some space. Gloss resumes automatically.',
    3,
  ),
  unavailable: row('backoff', 503, 'Gloss is busy. Try again in a moment.', 3),
  unreachable: row(
    'backoff',
    503,
    "Couldn't reach the server. Start it with gloss start, or check GLOSS_SERVER.",
    3,
  ),
  interrupted: row(
    'backoff',
    503,
    'The answer was interrupted. The part that arrived is saved. Ask again.',
  ),
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
  /** seconds before the next try, if the other side said so */
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

/** The request itself is fine and should be repeated later. */
export const isWaitFault = (fault: Fault): boolean => FAULTS[fault.code].retry === 'wait';
export const toFault = (error: unknown): Fault =>
  error instanceof Fault ? error : new Fault('internal', { cause: error });

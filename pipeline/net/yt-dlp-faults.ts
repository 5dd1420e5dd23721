import { Fault, type FaultCode } from '#core/contract/faults.ts';

const WATCH_AND_WRITE = 'You can still watch it and write notes.';

/**
 * yt-dlp exits with 1 for every error of a site, so only its message distinguishes them. The first
 * matching row decides, so specific messages come before general ones ("Video unavailable. This
 * video is private"). The optional third value replaces the default message of the code.
 */
const SENTENCES: readonly (readonly [RegExp, FaultCode, string?])[] = [
  [
    /^Unsupported URL|is not a valid URL|No suitable extractor|URL scheme|file:\/\/ (URLs|scheme)/i,
    'unsupported_url',
  ],
  [
    /not a bot|HTTP Error 429|Too Many Requests|rate.?limited|try again later|captcha|unusual traffic|likely being blocked|temporarily blocked/i,
    'rate_limited',
  ],
  [
    /live event (will begin|has not started|is not)|live stream (will|has not|is offline)|Premieres? (will|in|on)|has not (started|begun)|is not currently live|is upcoming|is offline\b/i,
    'live_not_ended',
  ],
  [
    /live stream recording is not available|stream (has been|was) removed/i,
    'private_or_removed',
    `The recording of this live stream is not available. ${WATCH_AND_WRITE}`,
  ],
  [
    /confirm your age|age.?restricted|inappropriate for some users|age verification|mature audience|content warning/i,
    'age_restricted',
  ],
  [
    /geo.?restrict|in your (country|region|location)|from your (country|region|location)|HTTP Error 451/i,
    'geo_blocked',
  ],
  [
    /members.?only|available to this channel's members|join this channel|on level:/i,
    'private_or_removed',
    `This video is for channel members only, so Gloss can't read it. ${WATCH_AND_WRITE}`,
  ],
  [
    /requires? payment|rent(al)?\b|purchase|premium|subscribers? only|subscription/i,
    'private_or_removed',
    `This video is paid, so Gloss can't read it. ${WATCH_AND_WRITE}`,
  ],
  [
    /password/i,
    'private_or_removed',
    "This video is password-protected, so Gloss can't read it. Add another copy.",
  ],
  [
    /account (?:(?!account ).)*(terminated|closed|suspended)/i,
    'private_or_removed',
    "This video was removed because its owner's account was closed.",
  ],
  [/copyright/i, 'private_or_removed', 'This video was blocked by the owner of its rights.'],
  [
    /has been removed|was removed|been deleted|removed by the uploader|violat(es|ing|ion)/i,
    'private_or_removed',
    'This video was removed.',
  ],
  [
    /private video|(video|playlist|channel) is private/i,
    'private_or_removed',
    'This video is private. Ask its owner for access, or add another copy.',
  ],
  [
    /log ?in|sign in|registered users|HTTP Error 40[13]|Forbidden/i,
    'private_or_removed',
    `This video requires sign-in, so Gloss can't read it. ${WATCH_AND_WRITE}`,
  ],
  [
    /DRM/,
    'unsupported_url',
    `This video is copy-protected, so Gloss can't read it. ${WATCH_AND_WRITE}`,
  ],
  [
    /HTTP Error 4(04|10)|does(n't| not) exist|Video unavailable|(video|content) is(n't| not) available|no longer available|is unavailable|Incomplete YouTube ID|looks truncated/i,
    'not_found',
    "This video doesn't exist or was removed. Check the link.",
  ],
  [
    /Name or service not known|Failed to resolve|nodename nor servname/i,
    'no_such_host',
    "Couldn't find this video's site. Check the link.",
  ],
  [/timed out|timeout/i, 'timed_out'],
  [
    /HTTP Error 5\d\d|Connection (refused|reset|aborted)|Remote end closed|Network is unreachable|IncompleteRead|SSL/i,
    'provider_failed',
    'The video site returned an error. Try again in a moment.',
  ],
];

const PREFIX = /^(?:\[[^\]]*\] )?(?:[\w.-]+: )?/;
const COLOUR = /\u001b\[[0-9;]*m/g;

/** Returns yt-dlp's messages after `level:`, without extractor and id. */
const sentences = (stderr: string, level: 'ERROR' | 'WARNING'): string[] =>
  stderr
    .replaceAll(COLOUR, '')
    .split('\n')
    .filter((line) => line.startsWith(`${level}: `))
    .map((line) => line.slice(level.length + 2).replace(PREFIX, ''));

function classified(lines: readonly string[]): Fault | undefined {
  for (const line of lines) {
    const row = SENTENCES.find(([pattern]) => pattern.test(line));
    if (row)
      return new Fault(row[1], {
        ...(row[2] && { message: row[2] }),
        details: { said: line.slice(0, 300) },
      });
  }
  return undefined;
}

const BAD_OPTION = /yt-dlp(?:(?!yt-dlp)\S)*: error: (no such option|invalid)/;
const OLD_AFTER_DAYS = 120;
/**
 * Tells whether a version is so old that it is likely to fail, because sites change. `version` is a
 * date such as `2026.10.26`.
 */
export const isOldYtDlp = (version: string, now: number = Date.now()): boolean =>
  (now - Date.parse(version.slice(0, 10).replaceAll('.', '-'))) / 86_400_000 > OLD_AFTER_DAYS;

/**
 * Returns the fault of a failed run. `version`: of yt-dlp, if known, because an old one fails with
 * unspecific errors.
 */
export function ytDlpFault(
  stderr: string,
  version: string | undefined,
  now: number = Date.now(),
): Fault {
  const named = version === undefined ? 'yt-dlp' : `yt-dlp ${version}`;
  if (BAD_OPTION.test(stderr))
    return new Fault('ytdlp_missing', {
      message: `The ${named} found here is too old for Gloss. Update it, then retry.`,
      details: { said: stderr.trim().slice(-300) },
    });
  const errors = sentences(stderr, 'ERROR');
  const reason = (errors[0] ?? stderr.trim().split('\n').at(-1) ?? '').slice(0, 300);
  const known = classified(errors);
  if (known) return known;
  const isOld = version !== undefined && isOldYtDlp(version, now);
  return new Fault('provider_failed', {
    message: isOld
      ? `The video page could not be read, and the ${named} that read it is old. Update it, then retry.`
      : 'The video page could not be read. Try again in a moment; if it stays so, update yt-dlp.',
    details: { said: reason },
  });
}

/**
 * Returns the fault of a run without playable formats, for which yt-dlp only warns; undefined if no
 * warning explains it.
 */
export const ytDlpWarningFault = (stderr: string): Fault | undefined =>
  classified(sentences(stderr, 'WARNING'));

/** Returns the fault for missing formats without an explanation in English. */
export function closedFault({
  availability,
  age_limit: ageLimit,
}: {
  availability?: string | null | undefined;
  age_limit?: number | null | undefined;
}): Fault | undefined {
  const messages: Record<string, string> = {
    private: 'private video',
    subscriber_only: 'members-only',
    premium_only: 'requires payment',
    needs_auth: (ageLimit ?? 0) >= 18 ? 'age-restricted' : 'sign in',
  };
  const sentence =
    messages[availability ?? ''] ?? ((ageLimit ?? 0) >= 18 ? 'age-restricted' : undefined);
  return sentence === undefined ? undefined : classified([sentence]);
}

import { Fault, type FaultCode } from '#core/contract/faults.ts';

/**
 * yt-dlp exits 1 for every error of a site, so its sentence is all there is to tell them apart.
 * The first row that matches decides: the precise come before the general ("Video unavailable. This video is private").
 */
const SENTENCES: readonly (readonly [RegExp, FaultCode, string?])[] = [
  [/^Unsupported URL|is not a valid URL|No suitable extractor|URL scheme|file:\/\/ (URLs|scheme)/i, 'unsupported_url'],
  [/not a bot|HTTP Error 429|Too Many Requests|rate.?limited|try again later|captcha challenge/i, 'rate_limited'],
  [/live event (will begin|has not started|is not)|live stream (will|has not|is offline)|Premieres? (will|in|on)|has not (started|begun)|is not currently live|is upcoming/i, 'live_not_ended'],
  [/confirm your age|age.?restricted|inappropriate for some users|age verification/i, 'age_restricted'],
  [/geo.?restrict|in your (country|region|location)|from your (country|region|location)|HTTP Error 451/i, 'geo_blocked'],
  [/private video|(video|playlist) is private|members.?only|available to this channel's members|join this channel|has been removed|was removed|been deleted|account .*(terminated|closed)|copyright|requires? payment|rent(al)?\b|purchase|premium|log ?in|sign in|registered users|password|HTTP Error 40[13]|Forbidden/i, 'private_or_removed'],
  [/DRM/, 'unsupported_url', 'This video is copy-protected, so it cannot be read. You can still watch it and write notes.'],
  [/HTTP Error 4(04|10)|does(n't| not) exist|Video unavailable|(video|content) is(n't| not) available|no longer available|is unavailable|Incomplete YouTube ID|looks truncated|Name or service not known|Failed to resolve/i, 'not_found'],
  [/timed out|timeout/i, 'timed_out'],
];

const PREFIX = /^(?:\[[^\]]*\] )?(?:[\w.-]+: )?/;
const COLOUR = /\u001b\[[0-9;]*m/g;

/** The sentences after `level:` in what yt-dlp wrote, without the extractor and id before them. */
const sentences = (stderr: string, level: 'ERROR' | 'WARNING'): string[] =>
  stderr.replaceAll(COLOUR, '').split('\n').filter((line) => line.startsWith(`${level}: `)).map((line) => line.slice(level.length + 2).replace(PREFIX, ''));

function classified(lines: readonly string[]): Fault | undefined {
  for (const line of lines) {
    const row = SENTENCES.find(([pattern]) => pattern.test(line));
    if (row) return new Fault(row[1], { ...(row[2] && { message: row[2] }), details: { said: line.slice(0, 300) } });
  }
  return undefined;
}

/** The fault behind a failed run. */
export function ytDlpFault(stderr: string): Fault {
  const errors = sentences(stderr, 'ERROR');
  const said = (errors[0] ?? stderr.trim().split('\n').at(-1) ?? '').slice(0, 300);
  return classified(errors) ?? new Fault('provider_failed', { message: 'The video page could not be read. Try again in a moment; if it stays so, update yt-dlp.', details: { said } });
}

/** The fault behind a run that found nothing to play: yt-dlp then only warns. `undefined` when no warning explains it. */
export const ytDlpWarningFault = (stderr: string): Fault | undefined => classified(sentences(stderr, 'WARNING'));

import type { FaultCode } from '#core/contract/faults.ts';

/** Messages of yt-dlp on stderr, with the expected fault. */
export const YT_DLP_SENTENCES: readonly (readonly [FaultCode, string])[] = [
  [
    'private_or_removed',
    "ERROR: [youtube] abcdefghijk: Private video. Sign in if you've been granted access to this video. Use --cookies-from-browser or --cookies for the authentication.",
  ],
  ['private_or_removed', 'ERROR: [youtube] abcdefghijk: Video unavailable. This video is private'],
  [
    'private_or_removed',
    'ERROR: [youtube] abcdefghijk: This video has been removed by the uploader',
  ],
  [
    'private_or_removed',
    'ERROR: [youtube] abcdefghijk: Video unavailable. This video is no longer available because the YouTube account associated with this video has been terminated.',
  ],
  [
    'private_or_removed',
    'ERROR: [youtube] abcdefghijk: Video unavailable. This video contains content from A Label, who has blocked it on copyright grounds',
  ],
  [
    'private_or_removed',
    'ERROR: [youtube] abcdefghijk: Join this channel to get access to members-only content like this video, and other exclusive perks.',
  ],
  [
    'private_or_removed',
    "ERROR: [youtube] abcdefghijk: This video is available to this channel's members on level: Friend (or any higher level).",
  ],
  ['private_or_removed', 'ERROR: [youtube] abcdefghijk: This video requires payment to watch.'],
  [
    'private_or_removed',
    'ERROR: [vimeo] 123: This video is protected by a password, use the --video-password option',
  ],
  [
    'private_or_removed',
    'ERROR: [generic] x: Unable to download webpage: HTTP Error 403: Forbidden (caused by <HTTPError 403: Forbidden>)',
  ],
  [
    'private_or_removed',
    'ERROR: [Instagram] x: This content is only available for registered users who follow this account',
  ],
  [
    'age_restricted',
    'ERROR: [youtube] abcdefghijk: Sign in to confirm your age. This video may be inappropriate for some users. Use --cookies-from-browser or --cookies for the authentication.',
  ],
  [
    'age_restricted',
    'ERROR: [youtube] abcdefghijk: This video is age-restricted and only available on YouTube.',
  ],
  [
    'geo_blocked',
    'ERROR: [youtube] abcdefghijk: The uploader has not made this video available in your country',
  ],
  [
    'geo_blocked',
    'ERROR: [youtube] abcdefghijk: Video unavailable. This video contains content from A Label, who has blocked it in your country on copyright grounds',
  ],
  [
    'geo_blocked',
    'ERROR: [BBC] x: This video is not available from your location due to geo restriction',
  ],
  ['live_not_ended', 'ERROR: [youtube] abcdefghijk: This live event will begin in 3 hours.'],
  ['live_not_ended', 'ERROR: [youtube] abcdefghijk: Premieres in 45 minutes'],
  ['live_not_ended', 'ERROR: [youtube] abcdefghijk: Premiere will begin shortly'],
  ['live_not_ended', 'ERROR: [twitch:stream] x: The channel is not currently live'],
  [
    'rate_limited',
    'ERROR: [youtube] abcdefghijk: Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication.',
  ],
  ['rate_limited', "ERROR: [youtube] abcdefghijk: Sign in to confirm you're not a bot."],
  [
    'rate_limited',
    "ERROR: [youtube] abcdefghijk: Video unavailable. This content isn't available, try again later. The current session has been rate-limited by YouTube for up to an hour.",
  ],
  [
    'rate_limited',
    'ERROR: [youtube] abcdefghijk: Unable to download API page: HTTP Error 429: Too Many Requests (caused by <HTTPError 429: Too Many Requests>)',
  ],
  [
    'rate_limited',
    'ERROR: [youtube] abcdefghijk: Error. YouTube is requiring a captcha challenge before playback',
  ],
  ['not_found', 'ERROR: [youtube] abcdefghijk: Video unavailable'],
  ['not_found', 'ERROR: [youtube] abcdefghijk: Video unavailable. This video is not available'],
  [
    'not_found',
    'ERROR: [youtube:truncated_id] abc: Incomplete YouTube ID abc. URL https://www.youtube.com/watch?v=abc looks truncated.',
  ],
  ['not_found', 'ERROR: [youtube:tab] x: YouTube said: The playlist does not exist.'],
  [
    'not_found',
    'ERROR: [generic] x: Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)',
  ],
  [
    'no_such_host',
    "ERROR: [generic] x: Unable to download webpage: HTTPSConnection: Failed to resolve 'nowhere.test' ([Errno -2] Name or service not known)",
  ],
  ['unsupported_url', 'ERROR: Unsupported URL: https://example.com/private-video-removed-429'],
  ['unsupported_url', "ERROR: [generic] 'x' is not a valid URL"],
  ['unsupported_url', 'ERROR: [netflix] 1: This video is DRM protected'],
  [
    'timed_out',
    'ERROR: [generic] x: Unable to download webpage: The read operation timed out (caused by TransportError)',
  ],
  [
    'provider_failed',
    'ERROR: [generic] x: Unable to download webpage: HTTP Error 502: Bad Gateway',
  ],
  [
    'provider_failed',
    'ERROR: [generic] x: Unable to download webpage: [Errno 111] Connection refused',
  ],
  [
    'provider_failed',
    'ERROR: [youtube] abcdefghijk: Failed to extract any player response; please report this issue',
  ],
  ['provider_failed', 'Traceback (most recent call last):\n  File "x"\nKeyError: boom'],
  ['provider_failed', ''],
  [
    'rate_limited',
    'ERROR: [youtube] abcdefghijk: All player responses are invalid. Your IP is likely being blocked by Youtube',
  ],
  [
    'private_or_removed',
    'ERROR: [youtube] abcdefghijk: This live stream recording is not available.',
  ],
  ['live_not_ended', 'ERROR: [youtube] abcdefghijk: Offline. This live stream is offline'],
  [
    'age_restricted',
    'ERROR: [youtube] abcdefghijk: This video may be inappropriate for some users.',
  ],
  ['not_found', 'ERROR: [youtube] abcdefghijk: This video is unavailable'],
  [
    'ytdlp_missing',
    'Usage: yt-dlp [OPTIONS] URL [URL...]\n\nyt-dlp: error: no such option: --js-runtimes',
  ],
];

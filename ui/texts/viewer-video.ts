/** What the viewer of videos says. */
import { numberText } from './format.ts';

export const videoTexts = {
  back: (seconds: number) => `Back ${seconds} seconds`,
  forward: (seconds: number) => `Forward ${seconds} seconds`,
  play: 'Play',
  pause: 'Pause',
  withKey: (label: string, key: string) => `${label} (${key})`,
  clipLast: (seconds: number) => `Clip the last ${seconds} seconds`,
  chapters: 'Chapters',
  seek: 'Seek',
  beginning: 'The beginning',
  placeNamed: (title: string, place: string) => `${title}, ${place}`,
  clips: 'Clips',
  clip: 'Clip',
  clipNamed: (title: string) => `Clip: ${title}`,
  clipAt: (title: string, span: string) => `Clip: ${title}, ${span}`,
  makeClip: 'Drag or press here to clip',
  startOfClip: 'Start of the clip',
  endOfClip: 'End of the clip',
  heading: 'Heading',
  deleteClip: 'Delete clip',
  notPlayable: 'This video cannot be played here.',
  fileFailed: 'Its file did not load, or the browser cannot play its kind.',
  noFile: 'Its page names no file that a browser can play.',
  youtubeRefuses: 'YouTube does not let this video be played here.',
  transcriptBelow: 'Its transcript, where it has one, is below.',
} as const;

/** Of a place asked for that cannot be shown; the product's own words. */
export const placeAlerts = {
  notActive: 'timestamp is not from the active source',
  notYoutube: 'Not a youtube source',
  missing: 'source not found',
} as const;

export const transcriptTexts = {
  title: 'Transcript',
  find: 'Find in transcript',
  none: 'none',
  foundCount: (current: number, total: number) => `${numberText(current)}/${numberText(total)}`,
  clearSearch: 'Clear search',
  said: 'What is said',
  playFrom: (place: string) => `Play from ${place}`,
  backToNow: 'Back to now',
  warnings: (warnings: readonly string[]) => `This transcript ${warnings.join(', and ')}.`,
  without: ['Watch and add time-stamped notes.', 'Highlight parts using the seek bar.'],
  withoutOwn: 'Paste a transcript of your own: the button above takes SRT, VTT and JSON.',
  failed: 'The transcript did not load.',
  loading: 'The transcript is on its way',
  kinds: { people: 'captions by people', automatic: 'automatic captions', speech: 'recognised from the sound', yours: 'your own' },
  own: {
    title: 'Use your own transcript',
    about: 'SRT, WebVTT, JSON with times, or lines that begin with one. It takes the place of what the site gives.',
    chooseFile: 'Choose a file',
    giving: 'Giving…',
    use: 'Use it',
    reading: 'Reading your transcript',
    text: 'Transcript',
    file: 'Transcript file',
    example: '1\n00:00:01,000 --> 00:00:04,000\nPaste or drop a transcript here.',
  },
} as const;

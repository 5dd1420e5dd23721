import type { Health } from '#core/contract/health.ts';
import { counted } from '#ui/kit/format.ts';

const questions = { one: '# question', other: '# questions' };

export const settingsTexts = {
  title: 'Settings',
  page: (section: string | undefined) =>
    section ? `${section} · Settings · Gloss` : 'Settings · Gloss',
  nav: 'Settings',
  back: 'All settings',
  failed: 'Couldn’t load your account',
  retry: 'Retry',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved',
  notSaved: (why: string) => `Couldn’t save: ${why}`,
  sections: {
    profile: 'Profile',
    plan: 'Plan',
    assistant: 'Assistant',
    tokens: 'Access tokens',
    appearance: 'Appearance',
    keys: 'Keyboard',
    data: 'Your data',
    server: 'This server',
    leave: 'Sign out',
  },
  about: {
    profile: 'Name, email, time zone',
    plan: 'Limits of your plan',
    assistant: 'Models, search, speech',
    tokens: 'For scripts and the command line',
    appearance: 'Theme and text',
    keys: 'Shortcuts',
    data: 'Export and backup',
    server: 'Server status',
    leave: 'Here or everywhere',
  },
} as const;

export const profileTexts = {
  name: 'Name',
  email: 'Email',
  verified: 'Confirmed',
  unverified: 'Not confirmed yet',
  resend: 'Resend email',
  sent: 'Email sent.',
  personal: 'This is a personal workspace. Nobody else can sign in.',
  zone: 'Time zone',
  zoneText: 'Used for dates and your daily limit.',
  zoneFind: 'Find a city or region',
  zoneNone: 'No matching time zone',
  zoneHere: (zone: string) => `Use this device’s time zone: ${zone}`,
  zoneNow: (time: string) => `Current time: ${time}`,
  zoneMore: 'Type to find more',
  password: 'Password',
  passwordChange: 'Change password',
  passwordNow: 'Current password',
  passwordNew: 'New password',
  passwordHint: 'This signs you out everywhere else and deletes access tokens you don’t keep.',
  passwordWrong: 'That’s not your current password.',
  passwordChanged: 'Password changed. You’re signed out everywhere else.',
  remove: 'Delete account',
  removeText: 'Deletes all your threads, notes, answers and sources. You can’t undo this.',
  removePassword: 'Your password',
  removeAction: 'Delete account permanently',
  removed: 'deleted successfully',
} as const;

export const planTexts = {
  plan: 'Plan',
  names: { FREE: 'Free', PRO: 'Pro', PERSONAL: 'Personal' } as Partial<Record<string, string>>,
  left: 'Left today',
  unlimited: 'Unlimited',
  leftText: (count: number) => counted(count, questions),
  reset: (at: string) => `Resets ${at}`,
  upgrade: 'Upgrade',
  upgradeText: 'Paid plans have no daily limit.',
} as const;

export const assistantTexts = {
  offlineTitle: 'Using the offline assistant',
  offline:
    'No model is connected. The offline assistant answers with cited sentences from your sources and needs no key.',
  online: 'Choose a model when you ask. Your provider offers these.',
  models: 'Models',
  ready: 'Ready',
  absent: 'Not available',
  needsProvider: 'Connect a provider to use these models.',
  needsModel: 'Not available from your provider.',
  parts: 'More features',
  embeddings: 'Search by meaning',
  embeddingsOn: 'Search finds passages by meaning as well as by keywords.',
  embeddingsOff:
    'Search finds passages by keywords. Set an embedding model to search by meaning too.',
  transcription: 'Speech to text',
  transcriptionOn: 'Videos without captions are transcribed.',
  transcriptionOff:
    'Videos without captions can’t be searched. Set a transcription model to transcribe them.',
  notes: 'AI notes',
  notesOn: 'The assistant writes study guides, summaries and other notes from your sources.',
  notesOff: 'Not included in your plan.',
  on: 'On',
  off: 'Not set up',
  join: ' · ',
} as const;

export const tokenTexts = {
  text: 'Tokens let other programs sign in as you, such as a script, an agent or gloss on another machine. Treat them like passwords.',
  make: 'New token',
  none: 'No tokens yet',
  failed: 'Couldn’t load your tokens',
  list: 'Tokens',
  name: 'Name',
  namePlaceholder: 'Laptop, script, agent…',
  scope: 'Access',
  scopes: { read: 'Read', write: 'Read and write' },
  expiry: 'Expires',
  expiresAfter: (count: number | undefined) =>
    count === undefined ? 'Never' : counted(count, { one: 'After # day', other: 'After # days' }),
  create: 'Create token',
  madeTitle: 'Your new token',
  made: 'Copy it now. You won’t see it again.',
  token: 'Token',
  copy: 'Copy',
  copied: 'copied',
  copyFailed: 'Couldn’t copy it. Select it and copy it yourself.',
  done: 'Done',
  use: 'On the command line:',
  created: (day: string) => `created ${day}`,
  used: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  expires: (day: string) => `expires ${day}`,
  expired: (day: string) => `expired ${day}`,
  join: ' · ',
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete the token “${name}”?`,
  deleteText: 'Programs that use it are signed out immediately.',
  deleteAction: 'Delete token',
  deleted: 'deleted successfully',
} as const;

export const keepTokenTexts = {
  title: 'Keep these tokens',
  text: 'Programs with any other token are signed out.',
} as const;

export const appearanceTexts = {
  reading: 'Reading',
  here: 'Saved in this browser only.',
  motion: 'Motion',
  motionCalm: 'Animations are off, because your system asks for reduced motion.',
  motionUsual: 'Follows your system. Turn on reduced motion there to turn off animations here.',
} as const;

export const serverTexts = {
  version: 'Version',
  all: 'All required components work.',
  broken: 'A required component isn’t working.',
  failed: 'Couldn’t check the server',
  again: 'Check again',
  looking: 'Checking…',
  parts: 'Components',
  names: {
    database: 'Database',
    queue: 'Queue',
    index: 'Search index',
    files: 'Files',
    ai: 'Model provider',
    embeddings: 'Embeddings',
    browser: 'Browser',
    ytdlp: 'yt-dlp',
    ocr: 'Text recognition',
    scanner: 'Virus scanner',
    secrets: 'Secrets',
  } satisfies Record<keyof Health['components'], string>,
  statuses: { ok: 'Works', missing: 'Not installed', failed: 'Error' },
} as const;

export const leaveTexts = {
  here: 'Sign out here',
  hereText: 'Signs you out of this browser.',
  everywhere: 'Sign out everywhere',
  everywhereText: 'Signs you out of every browser and deletes access tokens you don’t keep.',
  everywhereTitle: 'Sign out everywhere?',
  everywhereAction: 'Sign out everywhere',
  personal: 'To come back, run gloss open in the terminal where Gloss is installed.',
} as const;

export const sessionTexts = {
  title: 'Where you are signed in',
  text: 'Sign out sessions you don’t recognise, then change your password.',
  list: 'Sessions',
  current: 'This browser',
  other: 'Another browser or program',
  failed: 'Couldn’t load your sessions',
  began: (day: string) => `signed in ${day}`,
  used: (day: string) => `last used ${day}`,
  ends: (day: string) => `expires ${day}`,
  join: ' · ',
  end: (device: string | undefined, day: string) =>
    device === undefined
      ? `Sign out the session from ${day}`
      : `Sign out ${device}, signed in ${day}`,
  ended: 'Session signed out',
  wrong: 'That’s not your password.',
} as const;

import { SHORTCUTS } from '#ui/kit/shortcuts.ts';
import type { Health } from '#core/contract/health.ts';
import { counted } from '#ui/kit/format.ts';

const questions = { one: '# question', other: '# questions' };
const days = { one: '# day', other: '# days' };

export const settingsTexts = {
  title: 'Settings',
  page: (section: string | undefined) =>
    section ? `${section} · Settings · Gloss` : 'Settings · Gloss',
  nav: 'Settings',
  back: 'All settings',
  failed: 'Your account could not be read',
  retry: 'Retry',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved',
  notSaved: (why: string) => `Nothing was changed: ${why}`,
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
    profile: 'Name, address, time zone',
    plan: 'What your plan allows',
    assistant: 'Models, meaning, speech',
    tokens: 'For programs and the command line',
    appearance: 'Light, dark, or as the system is',
    keys: 'Everything without a mouse',
    data: 'Lists, export, backup',
    server: 'How each part does',
    leave: 'Here, or everywhere',
  },
} as const;

export const profileTexts = {
  name: 'Name',
  email: 'E-mail',
  verified: 'Confirmed',
  unverified: 'Not confirmed yet',
  resend: 'Send the mail again',
  sent: 'A mail is on its way.',
  personal: 'This Gloss belongs to one person; nobody else can sign in.',
  zone: 'Time zone',
  zoneText: 'Your day ends at midnight here, and dates are meant like this.',
  zoneFind: 'Find a city or a region',
  zoneNone: 'No time zone is called that.',
  zoneHere: (zone: string) => `Use this device’s: ${zone}`,
  zoneNow: (time: string) => `It is ${time} there now.`,
  zoneMore: 'Type to find more.',
  password: 'Password',
  passwordChange: 'Change the password',
  passwordNow: 'Current password',
  passwordNew: 'New password',
  passwordHint: 'This signs you out everywhere else and deletes access tokens you don’t keep.',
  passwordWrong: 'This is not your current password.',
  passwordChanged: 'Password changed. You’re signed out everywhere else.',
  remove: 'Delete this account',
  removeText: 'With all its threads, notes, answers and sources. This cannot be undone.',
  removePassword: 'Your password',
  removeAction: 'Delete the account for good',
  removed: 'deleted successfully',
} as const;

export const planTexts = {
  plan: 'Plan',
  names: { FREE: 'Free', PRO: 'Pro', PERSONAL: 'Personal' } as Partial<Record<string, string>>,
  left: 'Left today',
  unlimited: 'As many questions as you like',
  leftText: (count: number) => counted(count, questions),
  reset: (at: string) => `All of them again ${at}.`,
  upgrade: 'Upgrade',
  upgradeText: 'A plan without a limit answers as many questions as you ask.',
} as const;

export const assistantTexts = {
  offlineTitle: 'The offline assistant answers',
  offline:
    'No model is connected. It quotes your sources’ own sentences, each with its position, and needs no key.',
  online: 'Choose a model beside the question you ask. This is what the provider has.',
  models: 'Models',
  ready: 'Ready',
  absent: 'Not offered',
  needsProvider: 'Connect a provider to use these models.',
  needsModel: 'Your provider doesn’t offer it.',
  parts: 'What else it can do',
  embeddings: 'Search by meaning',
  embeddingsOn: 'Passages are found by what they mean, besides their words.',
  embeddingsOff:
    'Passages are found by their words. Set an embedding model to find them by meaning too.',
  transcription: 'Speech to text',
  transcriptionOn: 'Videos without captions are listened to.',
  transcriptionOff:
    'Videos without captions can’t be read. Set a transcription model to have them transcribed.',
  notes: 'AI notes',
  notesOn: 'Study guides, summaries and other notes are written from your sources.',
  notesOff: 'Your plan does not have them.',
  on: 'On',
  off: 'Not set up',
  join: ' · ',
} as const;

export const tokenTexts = {
  text: 'A token signs a program in as you: the command line on another machine, an agent, a script. Treat it like a password.',
  make: 'New token',
  none: 'No token yet',
  failed: 'Your tokens could not be read',
  list: 'Tokens',
  name: 'Name',
  namePlaceholder: 'Laptop, script, agent …',
  scope: 'May',
  scopes: { read: 'read', write: 'read and write' },
  ends: 'Ends',
  endsAfter: (count: number | undefined) =>
    count === undefined ? 'never' : `after ${counted(count, days)}`,
  create: 'Make the token',
  madeTitle: 'Your new token',
  made: 'Copy it now: it is not shown again.',
  token: 'Token',
  copy: 'Copy',
  copied: 'copied',
  copyFailed: 'It could not be copied. Select it and copy it by hand.',
  done: 'Done',
  use: 'On the command line:',
  created: (day: string) => `made ${day}`,
  used: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  expires: (day: string) => `ends ${day}`,
  ended: (day: string) => `ended ${day}`,
  join: ' · ',
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete the token “${name}”?`,
  deleteText: 'Programs that use it are signed out at once.',
  deleteAction: 'Delete token',
  deleted: 'deleted successfully',
} as const;

export const keepTokenTexts = {
  title: 'Keep these tokens',
  text: 'Programs with any other token are signed out.',
} as const;

export const appearanceTexts = {
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  here: 'Kept in this browser.',
  motion: 'Motion',
  motionCalm: 'Your system asks for less motion, so nothing moves by itself.',
  motionUsual: 'Follows your system: ask it to reduce motion, and nothing moves by itself here.',
} as const;

export const serverTexts = {
  version: 'Version',
  all: 'Everything that is needed works.',
  broken: 'A part that is needed does not work.',
  failed: 'The server could not be asked',
  again: 'Look again',
  looking: 'Looking…',
  parts: 'Parts',
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
  statuses: { ok: 'Works', missing: 'Not there', failed: 'Fails' },
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
  text: 'Sign out what you do not know. Then change your password.',
  list: 'Sessions',
  current: 'This browser',
  other: 'Another browser or program',
  failed: 'Your sessions could not be read',
  began: (day: string) => `signed in ${day}`,
  used: (day: string) => `last used ${day}`,
  ends: (day: string) => `ends ${day}`,
  join: ' · ',
  end: (device: string | undefined, day: string) =>
    device === undefined
      ? `Sign out the session of ${day}`
      : `Sign out ${device}, signed in ${day}`,
  ended: 'That session is signed out.',
  wrong: 'This is not your password.',
} as const;

export const keyTexts = {
  title: 'Keyboard shortcuts',
  groups: [
    {
      name: 'Everywhere',
      keys: [
        { keys: SHORTCUTS.palette, does: 'Jump to a thread, a source, a passage' },
        { keys: ['?'], does: 'Show these shortcuts' },
        { keys: ['F6'], does: 'Next pane of a thread' },
        { keys: ['Shift', 'F6'], does: 'Previous pane of a thread' },
      ],
    },
    {
      name: 'Asking',
      keys: [
        { keys: ['Mod', 'Enter'], does: 'To the question, and send it' },
        { keys: ['Enter'], does: 'Send' },
        { keys: ['Shift', 'Enter'], does: 'New line' },
      ],
    },
    {
      name: 'Sources',
      keys: [
        { keys: ['['], does: 'Previous source' },
        { keys: [']'], does: 'Next source' },
      ],
    },
    {
      name: 'Video',
      keys: [
        { keys: SHORTCUTS.back, does: '10 s back' },
        { keys: SHORTCUTS.play, does: 'Play or pause' },
        { keys: SHORTCUTS.forward, does: '10 s on' },
        { keys: SHORTCUTS.clip, does: 'Clip the last 10 s' },
        { keys: ['Delete'], does: 'Delete the clip that has the focus' },
      ],
    },
    {
      name: 'PDF',
      keys: [
        { keys: SHORTCUTS.find, does: 'Find' },
        { keys: SHORTCUTS.zoomIn, does: 'Larger' },
        { keys: SHORTCUTS.zoomOut, does: 'Smaller' },
        { keys: SHORTCUTS.fitWidth, does: 'Fit the width' },
        { keys: ['R'], does: 'Turn' },
        { keys: ['H'], does: 'Highlight the selection' },
        { keys: SHORTCUTS.underline, does: 'Underline the selection' },
        { keys: SHORTCUTS.previousPage, does: 'Previous page' },
        { keys: SHORTCUTS.nextPage, does: 'Next page' },
      ],
    },
    {
      name: 'Notes',
      keys: [
        { keys: ['/'], does: 'Add a block' },
        { keys: ['Mod', ';'], does: 'Insert the current time or page of the source' },
        { keys: ['Mod', 'B'], does: 'Bold' },
        { keys: ['Mod', 'I'], does: 'Italic' },
        { keys: ['Mod', 'K'], does: 'Link the selected text' },
        { keys: ['Mod', 'Z'], does: 'Undo' },
        { keys: ['Mod', 'F'], does: 'Find and replace' },
        { keys: ['Mod', '/'], does: 'What can be done with the block' },
        { keys: ['Alt', 'Shift', '↑ ↓'], does: 'Move the block' },
        { keys: ['Mod', 'Shift', 'D'], does: 'Copy the block' },
        { keys: ['Tab'], does: 'Indent' },
        { keys: ['Alt', 'F10'], does: 'To the tools of the words or the table' },
      ],
    },
    {
      name: 'Library',
      keys: [
        { keys: ['↑', '↓'], does: 'Go through the list' },
        { keys: ['Shift', 'Click'], does: 'Choose a range' },
        { keys: ['Mod', 'A'], does: 'Choose all that match' },
        { keys: ['Delete'], does: 'Delete what is chosen' },
        { keys: ['Esc'], does: 'Choose nothing' },
      ],
    },
    {
      name: 'Search',
      keys: [
        { keys: ['↑', '↓'], does: 'Go through what was found' },
        { keys: ['Enter'], does: 'Open the best' },
      ],
    },
  ],
} as const;

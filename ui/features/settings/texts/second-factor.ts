import { counted } from '#ui/kit/format.ts';

const codes = { one: '# recovery code', other: '# recovery codes' };

export const secondFactorTexts = {
  title: 'Two-factor authentication',
  text: 'Adds a code from an app on your phone after your password.',
  failed: 'Couldn’t load two-factor authentication',
  retry: 'Retry',
  setUp: 'Set up',
  change: 'Change app',
  on: (day: string) => `On since ${day}`,
  used: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  join: ' · ',
  unreadable:
    'This server’s secret changed, so your app’s codes no longer work. Set up the app again.',
  left: (count: number) => `${counted(count, codes)} left`,
  noneLeft:
    'No recovery codes left. Generate new ones, or you’ll be locked out if you lose your app.',
  newCodes: 'New recovery codes',
  off: 'Turn off',
  offTitle: 'Turn off two-factor authentication?',
  offText: 'You’ll sign in with your password only. This signs you out everywhere else.',
  offDue:
    'This server requires two-factor authentication, so you’ll have to set it up again before you continue. This signs you out everywhere else.',
  offAction: 'Turn off',
  isOff: 'Two-factor authentication is off.',
  unverified: 'Confirm your email first: open the link we sent you.',
  passkeysOnly:
    'Your passkey is your second step. Save recovery codes in case you lose the device.',
} as const;

export const setUpTexts = {
  title: 'Set up an authenticator app',
  scan: 'Scan with your authenticator app.',
  picture: 'QR code for your authenticator app',
  key: 'Or enter this key',
  copy: 'Copy key',
  copied: 'copied',
  copyFailed: 'Couldn’t copy it. Select it and copy it yourself.',
  code: 'Authentication code',
  type: 'Enter the 6-digit code',
  confirm: 'Confirm',
  confirming: 'Checking…',
  failed: 'Couldn’t create a key',
  codesTitle: 'Your recovery codes',
  codesText:
    'Each code signs you in once without your app. Store them away from your phone. They won’t be shown again.',
  codes: 'Recovery codes',
  copyCodes: 'Copy',
  download: 'Download',
  file: 'gloss-recovery-codes.txt',
  saved: 'I’ve saved them',
  ended: 'You’re signed out everywhere else.',
} as const;

export const dueTexts = {
  page: 'Two-factor authentication',
  heading: 'Protect your account',
  text: 'This server requires two-factor authentication. Setting it up takes a minute, then you can continue.',
  passkey: 'Use a passkey instead',
  orPasskey: 'Or use your face, fingerprint or device PIN:',
  signOut: 'Sign out',
  confirmHeading: 'Confirm your email',
  confirmText: (email: string) =>
    `Open the link we sent to ${email}. Then set up two-factor authentication, which this server requires.`,
  resend: 'Resend email',
  resent: 'Email sent.',
  confirmed: 'I’ve confirmed it',
  notYet: 'Your email isn’t confirmed yet.',
} as const;

import { counted } from '#ui/kit/format.ts';

const codes = { one: '# recovery code', other: '# recovery codes' };

export const secondFactorTexts = {
  title: 'Second factor',
  text: 'A code of an app on your phone is asked for after your password. Who knows the password alone stays out.',
  failed: 'Your second factor could not be read',
  retry: 'Retry',
  setUp: 'Set up',
  change: 'Set up another app',
  on: (day: string) => `On since ${day}`,
  used: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  join: ' · ',
  unreadable:
    'The secret of this server was changed, so that codes of your app do not work any more. Set it up again.',
  left: (count: number) => `${counted(count, codes)} left`,
  noneLeft: 'No recovery codes left. Make new ones, or you stay out if you lose your app.',
  newCodes: 'New recovery codes',
  off: 'Turn off',
  offTitle: 'Turn the second factor off?',
  offText: 'Your password alone signs you in then, and all other sessions end.',
  offDue:
    'This server asks for a second factor: until you set one up again you can do nothing else here. All other sessions end.',
  offAction: 'Turn it off',
  isOff: 'The second factor is turned off.',
  unverified: 'Confirm your address first: open the link in the mail we sent you.',
  passkeysOnly:
    'A passkey is asked for besides your password. Keep recovery codes for when its device is lost.',
} as const;

export const setUpTexts = {
  title: 'Set up an app',
  scan: 'Scan this with an app for codes, as one that comes with your phone or password manager.',
  picture: 'Picture of the key, for the app to scan',
  key: 'Or type this key into it',
  copy: 'Copy the key',
  copied: 'copied',
  copyFailed: 'It could not be copied. Select it and copy it by hand.',
  code: 'Code that the app shows',
  type: 'Type the six figures.',
  confirm: 'Confirm',
  confirming: 'Checking…',
  failed: 'No key could be made',
  codesTitle: 'Your recovery codes',
  codesText:
    'Each lets you in once where you do not have your app. Keep them where your phone is not: they are not shown again.',
  codes: 'Recovery codes',
  copyCodes: 'Copy',
  download: 'Download',
  file: 'gloss-recovery-codes.txt',
  kept: 'I have kept them',
  ended: 'Everywhere else you are signed out.',
} as const;

export const dueTexts = {
  page: 'Second factor',
  heading: 'Protect your account',
  text: 'This server asks for a second factor besides your password. It takes a minute; then you go on where you wanted to.',
  passkey: 'Use a passkey instead',
  orPasskey: 'A face, a finger or your device’s code does as well:',
  signOut: 'Sign out',
  confirmHeading: 'Confirm your address',
  confirmText: (email: string) =>
    `Open the link in the mail to ${email}. Then set up a second factor, which this server asks for.`,
  resend: 'Send the mail again',
  resent: 'A mail is on its way.',
  confirmed: 'I have confirmed it',
  notYet: 'The address is not confirmed yet.',
} as const;

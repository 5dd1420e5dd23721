import { counted, momentText } from '#ui/kit/format.ts';

const seconds = { one: '# second', other: '# seconds' };
const minutes = { one: '# minute', other: '# minutes' };
const queries = {
  one: 'You have # free query left today.',
  other: 'You have # free queries left today.',
};

export const accountTexts = {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  signIn: 'Sign in',
  signUp: 'Sign up',
  signingIn: 'Signing in…',
  next: 'Continue',
  back: 'Back to sign in',
  failed: 'Couldn’t load the sign-in options',
  retry: 'Retry',
  wrong: {
    name: 'Enter your name',
    email: 'Enter an email address, like ada@example.org',
    password: 'Enter your password',
  },
  wait: (s: number) =>
    `Too many attempts. Try again in ${s < 100 ? counted(s, seconds) : counted(Math.ceil(s / 60), minutes)}.`,
  waitOver: 'You can try again now.',
  unreachable: 'Couldn’t reach the server. Check your connection and try again.',
} as const;

export const loginTexts = {
  page: 'Sign in',
  heading: 'Sign in to Gloss',
  forgot: 'Forgot password?',
  new: 'New here?',
  closed: 'Sign-up is closed. Ask the person who runs this server for an account.',
  go: 'You’re already signed in.',
  personal:
    'This is a personal workspace. To sign in, run this in the terminal where Gloss is installed:',
  command: 'gloss open',
  prompt: '$ ',
  works:
    'It opens a sign-in link in your browser and prints it. Each link works once. From a source checkout, run:',
  checkout: 'scripts/gloss open',
  used: 'This link was already used or has expired. Request a new link.',
  opened: 'I’ve opened the link',
  notYet: 'This browser isn’t signed in yet.',
} as const;

export const signupTexts = {
  page: 'Sign up',
  heading: 'Create your Gloss account',
  known: 'Already have an account?',
  create: 'Create account',
  creating: 'Creating…',
  sentHeading: 'Check your email',
  sent: (email: string) =>
    `We sent a link to ${email}. Open it in this browser to confirm your email and sign in.`,
  none: 'Nothing there? Check your spam folder.',
  again: 'Send it again',
  sentAgain: 'Email sent. The earlier link no longer works.',
  other: 'Use another address',
} as const;

export const verifyTexts = {
  page: 'Confirm your email',
  running: 'Confirming your email…',
  done: 'Your email is confirmed',
  doneText: (email: string, name: string) =>
    `${email} belongs to the account “${name}”. Sign in with the password of that sign-up.`,
  signedInText: (email: string, name: string) =>
    `${email} belongs to the account “${name}”. You’re signed in.`,
  stepText: (email: string) => `One more step to sign in as ${email}.`,
  spent: 'This link no longer works',
  spentText:
    'If you already confirmed your email, sign in. Otherwise sign in and request a new link in the settings.',
  broken: 'This link is incomplete',
  brokenText: 'Copy the whole link from the email, or request a new one in the settings.',
  failed: 'Couldn’t confirm your email',
  settings: 'Open settings',
} as const;

export const resetTexts = {
  page: 'Set a new password',
  heading: 'Forgot your password?',
  text: 'Enter your email. If there is an account, we’ll send a link to set a new password.',
  send: 'Send link',
  sending: 'Sending…',
  sentHeading: 'Check your email',
  sent: (email: string) =>
    `If ${email} has an account, we sent it a link. The link works once and expires in 10 minutes.`,
  again: 'Send it again',
  other: 'Use another address',
  newHeading: 'Set a new password',
  newText: 'This signs you out everywhere and deletes all your access tokens.',
  set: 'Set password',
  setting: 'Setting…',
  done: 'Password changed',
  doneText: 'Sign in with your new password.',
  newLink: 'Request a new link',
  removeOthers: 'Also remove all passkeys and linked sign-ins',
  removeOthersText: 'Choose this if someone else may have used your account.',
} as const;

export const authDialogTexts = {
  confirmTitle: 'Confirm your email',
  confirmText: (email: string) =>
    `Open the link we sent to ${email}. It unlocks full access to Gloss AI features.`,
  resend: 'Resend email',
  resent: 'Email sent.',
  confirmed: 'I’ve confirmed it',
  notYet: 'Your email isn’t confirmed yet.',
  outTitle: 'You’re signed out',
  outText: 'Sign in again to continue. What you typed is still here.',
  leave: 'Leave this page',
} as const;

export const upgradeTexts = {
  title: 'Upgrade your plan',
  left: (count: number, resetAt: string | null) =>
    (count > 0 ? counted(count, queries) : 'You’ve used all of today’s free queries.') +
    (resetAt ? ` Resets ${momentText(resetAt)}.` : ' Resets at midnight.'),
  plans: 'See plans',
  ask: 'The person who runs this server can give you an unlimited plan.',
  askAs: (email: string) => `Write to them and mention your account, ${email}.`,
  rest: 'Everything else keeps working: your sources, clips, notes, search and saved answers.',
} as const;

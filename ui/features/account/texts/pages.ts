import { counted, momentText } from '#ui/kit/format.ts';

const seconds = { one: '# second', other: '# seconds' };
const minutes = { one: '# minute', other: '# minutes' };
const queries = { one: '# free query is left today.', other: '# free queries are left today.' };

export const accountTexts = {
  name: 'Name',
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  signIn: 'Sign in',
  signUp: 'Sign up',
  signingIn: 'Signing in…',
  next: 'Continue',
  back: 'Back to sign in',
  failed: 'It could not be asked how one signs in here',
  retry: 'Retry',
  wrong: {
    name: 'Tell others what to call you.',
    email: 'An e-mail address, as ada@example.org.',
    password: 'Type your password.',
  },
  wait: (s: number) =>
    `Too many tries. Try again in ${s < 100 ? counted(s, seconds) : counted(Math.ceil(s / 60), minutes)}.`,
  waitOver: 'You can try again now.',
  unreachable: 'The server could not be reached. Check your network, then try again.',
} as const;

export const loginTexts = {
  page: 'Sign in',
  heading: 'Sign in to Gloss',
  forgot: 'Forgot it?',
  new: 'New here?',
  closed: 'Sign-up is closed here. Ask whoever runs this server for an account.',
  go: 'You are signed in already.',
  personal:
    'This workspace belongs to one person, on their own machine. Run this in the terminal where Gloss is installed:',
  command: 'gloss open',
  prompt: '$ ',
  works:
    'It opens a sign-in link in your browser and prints it too. A link works once. In a checkout, the command is',
  checkout: 'scripts/gloss open',
  stop: '.',
  used: 'This link was already used, or is too old. Make a new one.',
  opened: 'I have opened the link',
  notYet: 'This browser is not signed in yet.',
} as const;

export const signupTexts = {
  page: 'Sign up',
  heading: 'Create your Gloss account',
  known: 'Have an account?',
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
  page: 'Confirm your address',
  running: 'Confirming your address…',
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
  send: 'Send the link',
  sending: 'Sending…',
  sentHeading: 'Check your email',
  sent: (email: string) =>
    `If ${email} has an account here, a link is on its way. It works once, for ten minutes.`,
  again: 'Send it again',
  other: 'Use another address',
  newHeading: 'Set a new password',
  newText: 'This signs you out everywhere and deletes all your access tokens.',
  set: 'Set the password',
  setting: 'Setting…',
  done: 'Your password is set',
  doneText: 'Sign in with it.',
  newLink: 'Request a new link',
  removeOthers: 'Also remove all passkeys and linked sign-ins',
  removeOthersText: 'Choose this if someone else may have used your account.',
} as const;

export const authDialogTexts = {
  confirmTitle: 'Confirm your address',
  confirmText: (email: string) =>
    `Open the link in the mail to ${email}. It unlocks full access to Gloss AI features.`,
  resend: 'Send the mail again',
  resent: 'A mail is on its way.',
  confirmed: 'I have confirmed it',
  notYet: 'The address is not confirmed yet.',
  outTitle: 'You are signed out',
  outText: 'Sign in again to go on where you are. What you typed is still here.',
  leave: 'Leave this page',
} as const;

export const upgradeTexts = {
  title: 'Upgrade your plan',
  left: (count: number, resetAt: string | null) =>
    (count > 0 ? counted(count, queries) : 'Today’s free queries are used up.') +
    (resetAt ? ` Resets ${momentText(resetAt)}.` : ' Resets at midnight.'),
  plans: 'See the plans',
  ask: 'Whoever runs this Gloss can give you a plan without a limit.',
  askAs: (email: string) => `Write to them and name your account, ${email}.`,
  rest: 'Everything else goes on as it is: your sources, clips and notes, search, and the answers you have.',
} as const;

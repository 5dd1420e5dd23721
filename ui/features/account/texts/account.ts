/**
 * Texts about the account on every screen; the account pages have theirs in `pages.ts`.
 */
export const menuTexts = {
  account: 'Account',
  you: 'You',
  settings: 'Settings',
  signOut: 'Sign out',
  login: 'Login',
  toDark: 'Switch to the dark theme',
  toLight: 'Switch to the light theme',
} as const;

export const unlockTexts = {
  title: 'Unlock full access to Gloss AI features',
  text: 'Sign in to ask questions, write notes and save clips.',
} as const;

/** Title of the browser's window. */
export const frameTexts = { title: (page: string) => `${page} · Gloss` } as const;

/** The ways to sign in without a password. */
export const passkeyTexts = {
  signIn: 'Sign in with a passkey',
  outside: (name: string) => `Go on with ${name}`,
  or: 'or',
  others: 'Other ways to sign in',
  stopped: 'No passkey was used. Try again, or sign in another way.',
  unknown: 'The passkey could not be read. Try again, or sign in another way.',
  failed: {
    not_allowed: 'The other sign-in was not completed. Try again.',
    unverified:
      'The other sign-in does not vouch for your address. Confirm it there, or sign in another way.',
    signup_closed: 'Sign-up is closed here. Ask whoever runs this server for an account.',
    provider_failed:
      'The other sign-in does not answer. Try again in a moment, or sign in another way.',
  } as Partial<Record<string, string>>,
} as const;

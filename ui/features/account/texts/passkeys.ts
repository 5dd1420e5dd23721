/** Sign-in methods without a password. */
export const passkeyTexts = {
  signIn: 'Sign in with a passkey',
  outside: (name: string) => `Continue with ${name}`,
  or: 'or',
  others: 'Other ways to sign in',
  stopped: 'No passkey was used. Try again, or sign in another way.',
  unknown: 'Couldn’t read the passkey. Try again, or sign in another way.',
  failed: {
    not_allowed: 'The sign-in wasn’t completed. Try again.',
    unverified: 'That service hasn’t verified your email. Verify it there, or sign in another way.',
    signup_closed: 'Sign-up is closed. Ask the person who runs this server for an account.',
    provider_failed:
      'The sign-in service isn’t responding. Try again in a moment, or sign in another way.',
  } as Partial<Record<string, string>>,
} as const;

/** The second step of signing in. */
export const secondStepTexts = {
  heading: 'One more step',
  code: 'Authentication code',
  codeHint: '6-digit code, changes every 30 seconds',
  recovery: 'Recovery code',
  recoveryHint: 'One of the ten you saved. Each works once.',
  useRecovery: 'Use a recovery code',
  useCode: 'Use your authenticator app',
  usePasskey: 'Use a passkey',
  onlyPasskey:
    'Your password is correct. This server also requires your passkey, which signs you in on its own.',
  none: 'Your password is correct, but this browser can’t use your passkey. Sign in on another device, or use a recovery code.',
  type: 'Enter the code',
  again: 'Use another account',
} as const;

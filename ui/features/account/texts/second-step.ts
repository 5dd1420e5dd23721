/** After the password, while signing in. */
export const secondStepTexts = {
  heading: 'One more step',
  code: 'Code of your app',
  codeHint: 'Six figures, new each half minute.',
  recovery: 'Recovery code',
  recoveryHint: 'One of the ten that you kept. It works once.',
  useRecovery: 'Use a recovery code',
  useCode: 'Use the code of your app',
  usePasskey: 'Use a passkey',
  onlyPasskey:
    'Your password is right. This server asks for your passkey too, which signs you in by itself.',
  none: 'Your password is right, but this browser cannot use your passkey. Sign in on another one, or use a recovery code.',
  type: 'Type the code.',
  again: 'Another account',
} as const;

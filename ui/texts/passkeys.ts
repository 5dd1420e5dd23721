export const passkeyTexts = {
  signIn: 'Sign in with a passkey', outside: (name: string) => `Go on with ${name}`, or: 'or', others: 'Other ways to sign in',
  stopped: 'No passkey was used. Try again, or sign in another way.', unknown: 'The passkey could not be read. Try again, or sign in another way.',
  failed: {
    not_allowed: 'The other sign-in was not completed. Try again.', unverified: 'The other sign-in does not vouch for your address. Confirm it there, or sign in another way.',
    signup_closed: 'Sign-up is closed here. Ask whoever runs this server for an account.', provider_failed: 'The other sign-in does not answer. Try again in a moment, or sign in another way.',
  } as Partial<Record<string, string>>,

  title: 'Passkeys', text: 'A face, a finger or a device’s code signs you in, in place of the password. Nothing that could be stolen leaves the device.', list: 'Passkeys', none: 'No passkey yet', failedList: 'Your passkeys could not be read', retry: 'Retry',
  add: 'Add a passkey', adding: 'Waiting for your device…', added: 'The passkey was added.', there: 'This device has a passkey for this account already.', notAdded: 'No passkey was made.', plain: 'Passkey',
  confirm: 'Is it you?', confirmText: 'You signed in a while ago. Type your password once more.', password: 'Your password', goOn: 'Go on', unverified: 'Confirm your address first: open the link in the mail we sent you.',
  created: (day: string) => `made ${day}`, used: (day: string) => `last used ${day}`, neverUsed: 'never used', synced: 'synced', join: ' · ',
  rename: (name: string) => `Rename ${name}`, renameTitle: 'Another name', name: 'Name', save: 'Save',
  delete: (name: string) => `Delete ${name}`, deleteTitle: (name: string) => `Delete the passkey “${name}”?`, deleteText: 'It signs nobody in any more. Your device may still show it: delete it there too.', deleteAction: 'Delete passkey', deleted: 'deleted successfully',
} as const;

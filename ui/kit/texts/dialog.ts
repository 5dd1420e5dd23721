/** Text of every dialog. */
export const dialogTexts = { close: 'Close', cancel: 'Cancel' } as const;

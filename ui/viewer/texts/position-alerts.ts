/** Alerts about a position that can't be shown, in the exact words of the specification. */
export const positionAlerts = {
  notActive: 'timestamp is not from the active source',
  notYoutube: 'Not a youtube source',
  missing: 'source not found',
  gone: "This source isn't currently available. It might have been moved or deleted from this thread.",
  open: 'View source',
} as const;

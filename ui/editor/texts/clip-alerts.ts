/** What the notes report of a clip that was deleted or is not in them. */
export const clipAlerts = {
  clipDeleted: 'deleted successfully',
  undo: 'Undo',
  notThere: 'The notes are not open yet, or this clip is not in them any more.',
} as const;

/** Messages about a clip that was deleted or isn't in the notes. */
export const clipAlerts = {
  clipDeleted: 'deleted successfully',
  undo: 'Undo',
  notThere: 'This clip is no longer in the notes, or the notes are still loading.',
} as const;

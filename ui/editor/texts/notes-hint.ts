/** What stands where nothing is written yet: needed before the editor is. */
export const notesHint = {
  hint: 'Write here, or press / for headings, lists and more.',
  none: 'There are no notes yet.',
} as const;

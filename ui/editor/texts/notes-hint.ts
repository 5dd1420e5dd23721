/** The placeholder of empty notes, which is needed before the editor loads. */
export const notesHint = {
  hint: 'Write here, or press / for headings, lists and more.',
  none: 'There are no notes yet.',
} as const;

/** The placeholder of empty notes, which is needed before the editor loads. */
export const notesHint = {
  hint: 'Start writing, or type / for headings, lists and more',
  none: 'No notes yet',
} as const;

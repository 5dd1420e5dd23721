/** Texts of the blog container in the notes. */
export const blogTexts = {
  name: 'Blog post',
  what: 'blog post',
  staysPublished:
    'This removes the draft from the notes. The published post stays online until you unpublish it.',
  deletesDraft: 'This deletes the post with all its text from the notes.',
  title: 'Post title',
  titlePlaceholder: 'Untitled post',
  open: 'Expand post',
  close: 'Collapse post',
  published: 'PUBLISHED',
  created: (day: string) => `Created ${day}`,
  from: (source: string) => `From ${source}`,
  join: ' · ',
  publish: 'Publish',
  blocks: 'Blog blocks',
  kinds: { quote: 'Quote', insight: 'Info', question: 'Question' },
  kindHints: {
    quote: 'A quote with speaker and time',
    insight: 'A key takeaway',
    question: 'A question for readers',
  },
  read: 'View post',
} as const;

/** What the blog container of the notes says. */
export const blogTexts = {
  name: 'Blog post',
  what: 'blog post',
  staysPublished:
    'This removes the draft from the notes. The published post stays online until you unpublish it.',
  title: 'Title of the post',
  titlePlaceholder: 'What is the post called?',
  open: 'Unfold the post',
  close: 'Fold the post',
  published: 'PUBLISHED',
  created: (day: string) => `Created ${day}`,
  from: (source: string) => `From ${source}`,
  join: ' · ',
  publish: 'Publish',
  blocks: 'Blog blocks',
  kinds: { quote: 'Quote', insight: 'Info', question: 'Question' },
  kindHints: {
    quote: 'Words of somebody, with the moment',
    insight: 'What is worth remembering',
    question: 'A question to the reader',
  },
  read: 'Read it',
} as const;

/**
 * What the suggestions, the types of notes and the line beneath an answer say; each comes once it
 * is opened.
 */
export const suggestTexts = {
  noSource: 'No source selected',
  toolsFor: 'Tools for',
  tabs: { guide: 'Smart Guide', tools: 'Tools for', questions: 'Smart Questions' },
  readers: { student: 'Students', creator: 'Content Creators', researcher: 'Researchers' },
  loading: 'Loading',
  failed: (why: string) => `The questions could not be made: ${why}`,
  retry: 'Retry',
  none: 'The sources say too little for questions of their own.',
} as const;

/** Each type by its name, which is the product's. */
export const noteTypeTexts = {
  holds: {
    'Auto Notes': 'What matters, by topic',
    'Study Guide': 'What to learn, in which order',
    'Exam Prep Notes': 'What is asked, with answers to learn',
    'Q&A Sheet': 'Questions, each with its answer',
    'Chapter Breakdown': 'Part by part, each with its place',
    'Deep Dive': 'The main ideas in full, with their reasons',
    'Term Tracker': 'Terms and names, each with its meaning',
  },
  from: 'From the selected sources.',
  takesTime: 'It can take 1–2 minutes.',
} as const;

export const followUpTexts = {
  open: 'Ask follow-up',
  field: 'Ask a follow-up',
  send: 'Ask',
  prompts: 'Follow-up prompts',
} as const;

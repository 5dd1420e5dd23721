/** Texts of the suggestions, note types and follow-ups, each loaded when it opens. */
export const suggestTexts = {
  noSource: 'No source selected',
  toolsFor: 'Tools for',
  tabs: { guide: 'Smart Guide', tools: 'Tools for', questions: 'Smart Questions' },
  readers: { student: 'Students', creator: 'Content Creators', researcher: 'Researchers' },
  loading: 'Loading',
  failed: (why: string) => `Couldn't suggest questions: ${why}`,
  retry: 'Retry',
  none: 'Not enough text to suggest questions',
} as const;

/** Descriptions of the note types, whose names the spec gives. */
export const noteTypeTexts = {
  holds: {
    'Auto Notes': 'Main points by topic',
    'Study Guide': 'What to learn, step by step',
    'Exam Prep Notes': 'Likely questions with answers',
    'Q&A Sheet': 'Questions and answers',
    'Chapter Breakdown': 'Chapter by chapter, with times and pages',
    'Deep Dive': 'The main ideas explained in depth',
    'Term Tracker': 'Terms and names with definitions',
  },
  from: 'From the selected sources.',
  takesTime: 'This can take 1–2 minutes.',
} as const;

export const followUpTexts = {
  open: 'Ask follow-up',
  field: 'Ask a follow-up',
  send: 'Ask',
  prompts: 'Follow-up prompts',
} as const;

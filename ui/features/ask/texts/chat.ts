/** What the field for questions says; it comes with the first load. */
export const chatTexts = {
  label: 'Ask',
  field: 'Ask a question',
  larger: 'Expand the question',
  smaller: 'Fold the question',
  addSource: 'Add source',
  send: 'Send',
  inaccurate: 'The AI can be inaccurate. Check the passage behind each citation.',
  noSource: 'Add a source to ask about it',
  model: 'AI model',
  offlineModel: 'Offline assistant',
  needsProvider: 'Needs a provider: set OPENAI_API_KEY or OPENAI_BASE_URL',
  notOffered: 'Not offered by your provider: name another in GLOSS_MODELS',
} as const;

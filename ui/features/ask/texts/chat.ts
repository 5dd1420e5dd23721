/** What the field for questions says; it comes with the first load. */
export const chatTexts = {
  label: 'Ask',
  field: 'Ask a question',
  larger: 'Expand the question',
  smaller: 'Fold the question',
  addSource: 'Add source',
  send: 'Send',
  inaccurate: 'The AI can be inaccurate. Check the passage behind each citation.',
  offline: 'Answers quote your sources.',
  connect: 'Connect a model',
  connectFor: 'for written answers.',
  noSource: 'Add a source to ask about it',
  model: 'AI model',
  offlineModel: 'Offline assistant',
  needsProvider: 'Connect a model in Settings',
  notOffered: 'Not available from your provider',
} as const;

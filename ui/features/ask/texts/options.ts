/** Texts of the options of a question. */
export const askOptionTexts = {
  inaccurate: 'The AI can be inaccurate. Check the passage behind each citation.',
  offline: 'Answers quote your sources.',
  connect: 'Connect a model',
  connectFor: 'for written answers.',
  model: 'AI model',
  offlineModel: 'Offline assistant',
  needsProvider: 'Connect a model in Settings',
  notOffered: 'Not available from your provider',
} as const;

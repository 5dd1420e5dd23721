/** Texts of the question box; part of the first load. */
export const chatTexts = {
  label: 'Ask',
  field: 'Ask a question',
  larger: 'Expand the question',
  smaller: 'Collapse the question',
  addSource: 'Add source',
  send: 'Send',
  noSource: 'Add a source to ask about it',
} as const;

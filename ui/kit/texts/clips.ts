/** What the editor and the viewers call the same action on a clip or a selection. */
export const clipActionTexts = {
  askAi: 'Ask AI',
} as const;

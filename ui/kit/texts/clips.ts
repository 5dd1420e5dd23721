/** What the editor and the viewers call the same action on a clip or a selection. */
export const clipActionTexts = {
  askAi: 'Ask AI',
} as const;

export const clipColorTexts = {
  colour: 'Colour',
  colours: {
    yellow: 'Yellow',
    orange: 'Orange',
    red: 'Red',
    violet: 'Violet',
    blue: 'Blue',
    green: 'Green',
  },
} as const;

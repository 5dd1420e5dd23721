/** Texts of the same clip and selection actions in the editor and the viewers. */
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

/** What the blocks of the notes say. */
export const blockTexts = {
  callout: { name: 'Callout', kind: 'Kind of callout', kinds: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' } },
  toggle: { name: 'Toggle', summary: 'Line that folds', placeholder: 'What is folded here?', open: 'Unfold', close: 'Fold' },
  math: { name: 'Formula', inline: 'Formula in the line', edit: 'Edit formula', latex: 'LaTeX', example: '\\frac{a}{b}', inlineExample: 'x^2', empty: 'New formula', done: 'Done', wrong: 'This is not LaTeX that can be set.' },
  insight: { name: 'Insight', text: 'What to remember', placeholder: 'What should be remembered?' },
  question: {
    name: 'Question', text: 'Question', placeholder: 'What do you ask?', option: (n: number) => `Option ${n}`, optionPlaceholder: 'An answer to choose', right: (n: number) => `Option ${n} is right`,
    add: 'Add option', remove: (n: number) => `Remove option ${n}`, quiz: 'Answer it', edit: 'Edit question', isRight: 'Right', isWrong: 'Not quite', again: 'Try again', noOptions: 'It has no options yet.',
  },
  quote: { name: 'Quote', text: 'Words', placeholder: 'What was said?', speaker: 'Speaker', speakerPlaceholder: 'Who said it?', go: (place: string) => `Go to ${place}` },
  place: { go: (place: string, title: string | undefined) => `Go to ${place}${title ? ` in ${title}` : ''}` },
  remove: (name: string) => `Delete ${name.toLowerCase()}`,
};

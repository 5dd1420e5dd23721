export const tourTexts = {
  label: 'Tour',
  steps: {
    chip: 'In the notes, select a timestamp such as 00:46. The source opens at that second.',
    ask: 'Ask “How long should I wait before reviewing?” Each citation opens its passage.',
    clip: 'Select text in the transcript and save it as a clip. It goes into your notes.',
  },
  count: (step: number, of: number) => `${step} of ${of}`,
  show: 'Show me',
  skip: 'Skip tour',
  finished: 'That’s it. Create a thread of your own and add a link to begin.',
  close: 'Close tour',
} as const;

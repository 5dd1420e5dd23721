import { counted } from '../format.ts';

const characters = { one: '# character', other: '# characters' };

export const fieldTexts = {
  show: 'Show the password',
  hide: 'Hide the password',
  tooShort: (least: number) => `At least ${counted(least, characters)}.`,
  tooLong: (most: number) => `At most ${counted(most, characters)}.`,
  strength: 'Strength',
  strengths: {
    short: 'Too short',
    weak: 'Easy to guess',
    fair: 'Fair',
    good: 'Good',
    strong: 'Strong',
  },
  strengthHint: (least: number) =>
    `At least ${counted(least, characters)}. A few words that do not belong together are best.`,
} as const;

import { counted } from '../format.ts';

const characters = { one: '# character', other: '# characters' };

export const fieldTexts = {
  show: 'Show password',
  hide: 'Hide password',
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
    `At least ${counted(least, characters)}. A few unrelated words work best.`,
} as const;

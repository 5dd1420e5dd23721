/** Texts of the settings for reading. */
import { numberText } from '#ui/kit/format.ts';

export const themeTexts = {
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
} as const;

export const readingTexts = {
  settings: 'Reader settings',
  scope: 'For Reader, transcripts, notes and answers in this browser.',
  face: 'Typeface',
  faces: { serif: 'Serif', sans: 'Sans', system: 'System font' },
  size: 'Text size',
  sizeOf: (px: number) => `${numberText(px)} px`,
  width: 'Line width',
  widthOf: (characters: number) => `${numberText(characters)} characters`,
  leading: 'Line height',
  leadingOf: (times: number) => numberText(times),
  reset: 'Reset',
} as const;

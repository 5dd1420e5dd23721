/**
 * The style of text for reading on this device: Reader view, transcripts, notes and answers. CSS
 * custom properties on <html>, which `public/theme.js` sets before the first paint.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { createStoredItem } from '#ui/storage/stored-item.ts';

/** The values of `--font-text`; `tokens.css` and `reader.css` name the fonts. */
const FONTS = {
  serif: 'var(--font-book)',
  sans: 'var(--font-ui)',
  system: 'system-ui, sans-serif',
} as const;
export const TYPEFACES = ['serif', 'sans', 'system'] as const;
export type Typeface = (typeof TYPEFACES)[number];

/** px at the browser's default text size */
const SIZE_PX = { min: 13, max: 28, step: 1 };
/** characters per line */
const WIDTH_CH = { min: 44, max: 100, step: 4 };
/** relative to the text size */
const LEADING = { min: 1.2, max: 2.2, step: 0.1 };
export const READING_RANGES = { size: SIZE_PX, width: WIDTH_CH, leading: LEADING } as const;

export interface ReadingStyle {
  face: Typeface;
  size: number;
  width: number;
  leading: number;
}
/** As in `tokens.css` and `reader.css`. */
export const USUAL_STYLE: ReadingStyle = { face: 'serif', size: 17, width: 68, leading: 1.6 };

const within = ({ min, max }: { min: number; max: number }, usual: number) =>
  z.number().min(min).max(max).catch(usual);
const stored = createStoredItem(
  'gloss-reading',
  z.object({
    face: z.enum(TYPEFACES).catch(USUAL_STYLE.face),
    size: within(SIZE_PX, USUAL_STYLE.size),
    width: within(WIDTH_CH, USUAL_STYLE.width),
    leading: within(LEADING, USUAL_STYLE.leading),
  }),
  { fallback: USUAL_STYLE },
);

export type ReadingProperties = Readonly<Record<string, string>>;
export const readingProperties = ({
  face,
  size,
  width,
  leading,
}: ReadingStyle): ReadingProperties => ({
  '--font-text': FONTS[face],
  '--text-size': `${size / 16}rem`,
  '--text-leading': String(leading),
  '--measure': `${width}ch`,
});

function apply(): void {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(readingProperties(stored.read())))
    style.setProperty(name, value);
}

export function setReadingStyle(style: ReadingStyle): void {
  stored.write(style);
  apply();
}
export function resetReadingStyle(): void {
  stored.remove();
  apply();
}

/** Also follows changes in other tabs. */
const subscribe = (tell: () => void): (() => void) =>
  stored.subscribe(() => {
    apply();
    tell();
  });
const snapshot = (): string => JSON.stringify(stored.read());

export function useReadingStyle(): ReadingStyle {
  const text = useSyncExternalStore(subscribe, snapshot);
  return useMemo(() => JSON.parse(text) as ReadingStyle, [text]);
}

/** The colours of a post, adjusted so that all text is readable whatever its author chose. */
import type { Theme } from '#core/contract/post.ts';
import { HIGHLIGHT_FILLS } from '#core/editor/highlight-mark.ts';
import { contrast, mix, readableColor } from '#core/text/contrast.ts';

const AA = 4.5;
const AAA = 7;

/** Enough contrast that boxes may be a little closer to the text colour than the paper is. */
const AMPLE = 9;

function palette(ink: string, paper: string, quiet: string): Record<string, string> {
  const text =
    contrast(ink, paper) >= AAA
      ? ink
      : readableColor(mix(ink, readableColor('#1c1b1a', AAA, paper), 0.15), AAA, paper);
  const opposite = contrast(text, '#ffffff') > contrast(text, '#000000') ? '#ffffff' : '#000000';
  const surface =
    contrast(text, paper) >= AMPLE ? mix(text, paper, 0.04) : mix(opposite, paper, 0.12);
  // Limits the colour so that the text stays readable.
  const below = (paint: string): string =>
    [0.75, 0.5, 0.25, 0.12]
      .map((share) => mix(paint, paper, share))
      .find((it) => contrast(text, it) >= AA) ?? paper;
  return {
    paper,
    text,
    accent: readableColor(ink, AA, paper, surface),
    quiet: readableColor(quiet, AA, paper, surface),
    line: mix(quiet, paper, 0.35),
    surface,
    mark: below('#ffd356'),
    ...Object.fromEntries(
      Object.entries(HIGHLIGHT_FILLS).map(([color, paint]) => [`mark-${color}`, below(paint)]),
    ),
  };
}
const asCss = (colors: Record<string, string>): string =>
  Object.entries(colors)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** Returns custom properties for the page, and its `color-scheme`. */
export function themeCss({ mode, colors: { primary, secondary, tertiary } }: Theme): string {
  const light = asCss(palette(primary, secondary, tertiary));
  const dark = asCss(palette(secondary, primary, tertiary));
  if (mode === 'auto')
    return `:root{color-scheme:light dark;${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`;
  return mode === 'dark'
    ? `:root{color-scheme:dark;${dark}}`
    : `:root{color-scheme:light;${light}}`;
}
/** Returns the colour of the paper, for the browser's own frame. */
export const paperOf = ({ mode, colors }: Theme): string =>
  mode === 'dark' ? colors.primary : colors.secondary;

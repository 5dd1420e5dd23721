/** Contrast of two colours according to WCAG. Colours are `#rrggbb`. */
type Rgb = readonly [number, number, number];

const channels = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;
const toHex = (rgb: Rgb): string =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

function luminance(color: string): number {
  const [r, g, b] = channels(color).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** From 1 (equal) to 21 (black on white). Running text needs 4.5, better 7. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `share` of `one` with the rest of `other`. */
export function mix(one: string, other: string, share: number): string {
  const [a, b] = [channels(one), channels(other)];
  return toHex(
    [0, 1, 2].map((at) => (a[at] ?? 0) * share + (b[at] ?? 0) * (1 - share)) as unknown as Rgb,
  );
}

/**
 * The colour itself if it is readable on every background, else the nearest readable shade, or
 * black or white if there is none.
 */
export function readableColor(color: string, least: number, ...papers: readonly string[]): string {
  const worst = (ink: string): number => Math.min(...papers.map((paper) => contrast(ink, paper)));
  const end = worst('#000000') >= worst('#ffffff') ? '#000000' : '#ffffff';
  for (let share = 1; share > 0; share -= 0.05) {
    const tried = mix(color, end, share);
    if (worst(tried) >= least) return tried;
  }
  return end;
}

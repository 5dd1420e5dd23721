const LONGEST = 200;

/** Parses typed tags: separated by commas, without duplicates. Pure. */
export const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((it) => it.trim().replace(/^#/, '').replace(/\s+/g, ' '))
      .filter((it) => it !== '' && it.length <= LONGEST),
  ),
];

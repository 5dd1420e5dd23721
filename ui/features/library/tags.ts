const LONGEST = 200;

/** What somebody typed as tags: apart by commas, each once. Pure. */
export const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((it) => it.trim().replace(/^#/, '').replace(/\s+/g, ' '))
      .filter((it) => it !== '' && it.length <= LONGEST),
  ),
];

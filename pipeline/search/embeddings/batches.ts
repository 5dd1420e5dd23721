import type { Chunk } from '../contract.ts';

const MAX_BATCH = 64;
const MAX_BATCH_TOKENS = 24_000;
/**
 * Characters. Longer than any passage, and within the smallest limit of common models (8,191
 * tokens), even at one token per character.
 */
const MAX_CHARACTERS = 8_000;

/** An upper estimate: a token is a bit more than four characters of English, and less than one of Chinese. */
export const estimatedTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);

/**
 * The text to embed: the passage with its title and headings, because a passage alone often doesn't
 * name its subject.
 */
export function textOf({ heading, text }: Pick<Chunk, 'heading' | 'text'>): string {
  const withHeading = heading === '' ? text : `${heading}\n${text}`;
  return withHeading.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
}

/** Splits items into batches, in order, each small enough for one call. */
export function batchesOf<T>(items: readonly T[], text: (item: T) => string): T[][] {
  const batches: T[][] = [];
  let open: T[] = [];
  let tokens = 0;
  for (const item of items) {
    const more = estimatedTokens(text(item));
    if (open.length > 0 && (open.length === MAX_BATCH || tokens + more > MAX_BATCH_TOKENS)) {
      batches.push(open);
      open = [];
      tokens = 0;
    }
    open.push(item);
    tokens += more;
  }
  if (open.length > 0) batches.push(open);
  return batches;
}

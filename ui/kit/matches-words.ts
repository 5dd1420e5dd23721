const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a name contains every word of a query, ignoring case and accents. */
export function matchesWords(name: string, query: string): boolean {
  const folded = fold(name);
  return fold(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => folded.includes(word));
}

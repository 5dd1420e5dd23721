/** Whether every word of a query begins somewhere in a name. Pure. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export function matches(name: string, query: string): boolean {
  const folded = fold(name);
  return fold(query)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => folded.includes(word));
}

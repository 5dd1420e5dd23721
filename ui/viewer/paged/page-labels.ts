/** What a PDF calls its pages (`iv`, `A-3`); nothing where that is their number anyway. */
export function tellingLabels(
  labels: readonly (string | null)[] | null | undefined,
): readonly string[] | undefined {
  return labels?.some((label, index) => label && label !== String(index + 1))
    ? labels.map((label) => label ?? '')
    : undefined;
}

/** The page, from 1, that someone asks for by its number or by its label. */
export function pageNamed(
  typed: string,
  pages: number,
  labels: readonly string[] | undefined,
): number | undefined {
  const name = typed.trim();
  if (/^\d+$/.test(name)) return Math.min(Math.max(1, Number(name)), Math.max(1, pages));
  const labelled =
    name === ''
      ? -1
      : (labels?.findIndex((label) => label.toLowerCase() === name.toLowerCase()) ?? -1);
  return labelled === -1 ? undefined : labelled + 1;
}

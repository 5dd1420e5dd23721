/** The page labels of a PDF (`iv`, `A-3`); undefined if they equal the numbers. */
export function customLabels(
  labels: readonly (string | null)[] | null | undefined,
): readonly string[] | undefined {
  return labels?.some((label, index) => label && label !== String(index + 1))
    ? labels.map((label) => label ?? '')
    : undefined;
}

/** The page, from 1, with a number or label. */
export function findPage(
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

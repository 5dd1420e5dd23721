/** Prepares a difference for display: the changes with some text around them. Pure. */
import type { DiffPart } from '#core/contract/version.ts';

/** paragraphs shown around a change */
const AROUND = 1;
export type CondensedRow =
  | {
      kind: 'part';
      part: DiffPart;
      /** index of the change that starts here, from 0 */
      change?: number;
    }
  | { kind: 'left'; count: number };

/**
 * Replaces unchanged text by its length, except for the text around changes. Joins consecutive
 * changes.
 */
export function condenseDiff(parts: readonly DiffPart[]): {
  rows: CondensedRow[];
  changes: number;
} {
  const rows: CondensedRow[] = [];
  let changes = 0;
  for (const [at, part] of parts.entries()) {
    const isNear = parts
      .slice(Math.max(0, at - AROUND), at + AROUND + 1)
      .some((it) => it.kind !== 'same');
    const begins = part.kind !== 'same' && (parts[at - 1]?.kind ?? 'same') === 'same';
    const last = rows.at(-1);
    if (isNear) rows.push({ kind: 'part', part, ...(begins && { change: changes }) });
    else if (last?.kind === 'left') last.count += 1;
    else rows.push({ kind: 'left', count: 1 });
    if (begins) changes += 1;
  }
  return { rows, changes };
}

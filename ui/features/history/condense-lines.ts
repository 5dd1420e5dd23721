/** Prepares a difference for display: the changes with some lines around them. Pure. */
import type { NotesDiffPart } from '#core/contract/history.ts';

/** lines shown around a change */
const AROUND = 2;
export type CondensedRow =
  | {
      kind: 'part';
      part: NotesDiffPart;
      /** index of the change that starts here, from 0 */
      change?: number;
    }
  | { kind: 'left'; count: number };

/**
 * Replaces unchanged lines by their number, except for lines around changes. Joins consecutive
 * changes.
 */
export function condenseLines(parts: readonly NotesDiffPart[]): {
  rows: CondensedRow[];
  changes: number;
} {
  const near = new Set<number>();
  for (const [at, part] of parts.entries())
    if (part.kind !== 'same') for (let by = -AROUND; by <= AROUND; by += 1) near.add(at + by);
  const rows: CondensedRow[] = [];
  let changes = 0;
  for (const [at, part] of parts.entries()) {
    const begins = part.kind !== 'same' && (parts[at - 1]?.kind ?? 'same') === 'same';
    const last = rows.at(-1);
    if (near.has(at)) rows.push({ kind: 'part', part, ...(begins && { change: changes }) });
    else if (last?.kind === 'left') last.count += 1;
    else rows.push({ kind: 'left', count: 1 });
    if (begins) changes += 1;
  }
  return { rows, changes };
}

import type { AnchorOutcome, RefreshReport } from '#core/contract/version.ts';

export const OUTCOME_NAMES: Record<AnchorOutcome, string> = { same: 'Unchanged', moved: 'Moved', changed: 'Its words changed', lost: 'No longer in the text' };

/** `2 unchanged, 1 moved, 1 lost`: the worst last, and only what there is. */
export function outcomesOf({ same, moved, changed, lost }: RefreshReport): string {
  return [[same, 'unchanged'], [moved, 'moved'], [changed, 'changed'], [lost, 'lost']].filter(([count]) => Number(count) > 0).map(([count, word]) => `${count} ${word}`).join(', ');
}

import type { RefreshReport } from '#core/contract/version.ts';
import { listText } from '#ui/kit/format.ts';
import { historyTexts as texts } from './texts.ts';

const ORDER = ['same', 'moved', 'changed', 'lost'] as const;

/** `2 unchanged, 1 moved, 1 lost`: the worst last, without zero counts. */
export const outcomesOf = (report: RefreshReport): string =>
  listText(
    ORDER.flatMap((outcome) =>
      report[outcome] > 0 ? [texts.counts[outcome](report[outcome])] : [],
    ),
  );

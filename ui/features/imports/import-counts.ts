/** Formats the progress of an import as numbers and text. Pure. */
import type { Import } from '#core/contract/import.ts';
import { importTexts as texts } from './texts.ts';

/** Fractions of the total, in the order of the bar. */
export function barFractions({
  total,
  ready,
  duplicates,
  skipped,
  failed,
  running,
}: Import): { name: 'ready' | 'duplicates' | 'failed' | 'running'; share: number }[] {
  const share = (count: number): number => (total === 0 ? 0 : count / total);
  return [
    { name: 'ready', share: share(ready) },
    { name: 'duplicates', share: share(duplicates + skipped) },
    { name: 'failed', share: share(failed) },
    { name: 'running', share: share(running) },
  ];
}

/** `12 of 40 sources processed · 3 already added · 1 failed` */
export const countsOf = ({ total, ready, duplicates, skipped, failed }: Import): string =>
  [
    texts.processed(ready, total),
    duplicates > 0 && texts.there(duplicates),
    skipped > 0 && texts.skipped(skipped),
    failed > 0 && texts.failed(failed),
  ]
    .filter(Boolean)
    .join(texts.join);

/** `about 4 minutes left`; undefined if unknown. */
export function timeLeft(secondsLeft: number | undefined): string | undefined {
  if (secondsLeft === undefined || !Number.isFinite(secondsLeft) || secondsLeft <= 0)
    return undefined;
  if (secondsLeft < 60) return texts.soon;
  const minutes = Math.round(secondsLeft / 60);
  return minutes < 90 ? texts.minutes(minutes) : texts.hours(Math.round(minutes / 60));
}

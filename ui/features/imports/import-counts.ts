/** What an import says of itself in numbers and words. Pure. */
import type { Import } from '#core/contract/import.ts';

const many = (count: number, one: string, more = `${one}s`): string => `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** Shares of the whole, in the order of the bar. */
export function sharesOf({ total, ready, duplicates, skipped, failed, running }: Import): { name: 'ready' | 'duplicates' | 'failed' | 'running'; share: number }[] {
  const share = (count: number): number => (total === 0 ? 0 : count / total);
  return [
    { name: 'ready', share: share(ready) }, { name: 'duplicates', share: share(duplicates + skipped) },
    { name: 'failed', share: share(failed) }, { name: 'running', share: share(running) },
  ];
}

/** `12 of 40 read · 3 were there already · 1 failed` */
export function countsOf({ total, ready, duplicates, skipped, failed }: Import): string {
  return [
    `${ready.toLocaleString('en')} of ${many(total, 'source')} read`,
    duplicates > 0 ? `${duplicates.toLocaleString('en')} already there` : '',
    skipped > 0 ? `${skipped.toLocaleString('en')} skipped` : '',
    failed > 0 ? `${failed.toLocaleString('en')} failed` : '',
  ].filter(Boolean).join(' · ');
}

/** `about 4 minutes left`; nothing when there is no telling. */
export function timeLeft(secondsLeft: number | undefined): string | undefined {
  if (secondsLeft === undefined || !Number.isFinite(secondsLeft) || secondsLeft <= 0) return undefined;
  if (secondsLeft < 60) return 'less than a minute left';
  const minutes = Math.round(secondsLeft / 60);
  return minutes < 90 ? `about ${many(minutes, 'minute')} left` : `about ${many(Math.round(minutes / 60), 'hour')} left`;
}

export const STATE_NAMES: Record<Import['state'], string> = { running: 'Running', paused: 'Paused', cancelled: 'Cancelled', done: 'Done' };

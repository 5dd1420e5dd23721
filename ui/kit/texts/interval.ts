import { intervalLabel } from '#core/text/interval.ts';
import { counted } from '../format.ts';
import { readInterval, type Unit } from '../interval.ts';

const EVERY: Record<Unit, { one: string; other: string }> = {
  hour: { one: 'every hour', other: 'every # hours' },
  day: { one: 'every day', other: 'every # days' },
  week: { one: 'every week', other: 'every # weeks' },
  month: { one: 'every month', other: 'every # months' },
};

/** `every 2 weeks` */
export function intervalText(iso: string): string {
  const it = readInterval(iso);
  return it ? counted(it.count, EVERY[it.unit]) : intervalLabel(iso);
}

/** The choice of how often a source is checked. */
export const intervalTexts = {
  every: 'Look for changes',
  usual: { '': 'never', P1D: 'every day', P1W: 'every week', P1M: 'every month' },
  own: 'own interval…',
  count: 'Number',
  unit: 'Unit',
  units: { hour: 'hours', day: 'days', week: 'weeks', month: 'months' },
  set: 'Set',
  outOfRange: 'From 15 minutes to a year.',
} as const;

import { intervalLabel } from '#core/text/interval.ts';
import { counted } from '../format.ts';
import { readInterval, type Unit } from '../interval.ts';

const EVERY: Record<Unit, { one: string; other: string }> = {
  hour: { one: 'Every hour', other: 'Every # hours' },
  day: { one: 'Every day', other: 'Every # days' },
  week: { one: 'Every week', other: 'Every # weeks' },
  month: { one: 'Every month', other: 'Every # months' },
};

/** `Every 2 weeks` */
export function intervalText(iso: string): string {
  const it = readInterval(iso);
  return it ? counted(it.count, EVERY[it.unit]) : intervalLabel(iso);
}

/** The choice of a refresh interval. */
export const intervalTexts = {
  every: 'Check for changes',
  usual: { '': 'Never', P1D: 'Every day', P1W: 'Every week', P1M: 'Every month' },
  custom: 'Custom…',
  count: 'Number',
  unit: 'Unit',
  units: { hour: 'hours', day: 'days', week: 'weeks', month: 'months' },
  set: 'Set',
  outOfRange: 'Choose between 15 minutes and a year.',
} as const;

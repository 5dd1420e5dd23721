/** A refresh interval as a person selects it: a number of one unit. Pure. */
export const UNITS = ['hour', 'day', 'week', 'month'] as const;
export type Unit = (typeof UNITS)[number];
export interface Interval {
  count: number;
  unit: Unit;
}

const LETTERS = { hour: 'H', day: 'D', week: 'W', month: 'M' } satisfies Record<Unit, string>;

/** Parses an ISO 8601 duration; undefined for several or other units. */
export function readInterval(iso: string): Interval | undefined {
  const [, time, count, letter] = /^P(T)?(\d+)([HDWM])$/.exec(iso) ?? [];
  const unit = UNITS.find((it) => LETTERS[it] === letter);
  return unit === undefined || (time !== undefined) !== (unit === 'hour')
    ? undefined
    : { count: Number(count), unit };
}

export const writeInterval = ({ count, unit }: Interval): string =>
  `P${unit === 'hour' ? 'T' : ''}${count}${LETTERS[unit]}`;

/** One row of the security report: an attack, its limit, and its result. */
import type { Row } from './table.ts';

export interface AttackRow {
  attack: string;
  /** the defence; `none (switched off)` if the attack must succeed */
  defence: string;
  /** number of attempts */
  tried: number;
  target: string;
  measured: string;
  isMet: boolean;
}

/** A row with the number of successful attempts: 0 with a defence, more than 0 without. */
export function cameThrough(
  attack: string,
  defence: string,
  tried: number,
  count: number,
): AttackRow {
  const isOff = defence.includes('switched off');
  return {
    attack,
    defence,
    tried,
    target: isOff ? '> 0' : '0',
    measured: `${count}`,
    isMet: isOff ? count > 0 : count === 0,
  };
}

/** A row with a value that has an upper limit. */
export function atMost(
  attack: string,
  defence: string,
  tried: number,
  { most, value, unit }: { most: number; value: number; unit: string },
): AttackRow {
  const shown =
    value >= 100 ? Math.round(value).toLocaleString('en-US') : Number(value.toFixed(1)).toString();
  return {
    attack,
    defence,
    tried,
    target: `≤ ${most.toLocaleString('en-US')} ${unit}`,
    measured: `${shown} ${unit}`,
    isMet: value <= most,
  };
}

export const asTableRow = ({
  attack,
  defence,
  tried,
  target,
  measured,
  isMet,
}: AttackRow): Row => ({ attack, defence, tried, target, measured, met: isMet ? 'yes' : 'NO' });

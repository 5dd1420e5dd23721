/** One line of the security report: an attack, what it may do at most, and what it did. */
import type { Row } from './table.ts';

export interface AttackRow {
  attack: string;
  /** what stands in its way; `none (switched off)` where the attack must succeed */
  defence: string;
  /** how many attempts */
  tried: number;
  target: string;
  measured: string;
  isMet: boolean;
}

/** Counts of what came through: 0 with a defence, more than 0 without one. */
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

/** A figure that may be so much at most. */
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

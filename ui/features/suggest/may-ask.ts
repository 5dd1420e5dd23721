import { toast } from '#ui/kit/toast.ts';
import { PLEASE_UPGRADE, type Standing } from './standing.ts';

/** Asked before something dimmed is pressed in vain: says so where only the plan is in the way. */
export function mayAsk(standing: Standing): boolean {
  if (standing === 'spent') toast.info(PLEASE_UPGRADE);
  return standing === 'open';
}

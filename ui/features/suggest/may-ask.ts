import { toast } from '#ui/kit/toast.ts';
import { unlockTexts } from '#ui/texts/account.ts';
import { chatTexts } from '#ui/texts/answers.ts';
import type { Standing } from './standing.ts';

/** Asked before something dimmed is pressed in vain: says so where the plan, or not being signed in, is in the way. */
export function mayAsk(standing: Standing): boolean {
  if (standing === 'spent') toast.info(chatTexts.pleaseUpgrade);
  if (standing === 'locked') toast.info(unlockTexts.title);
  return standing === 'open';
}

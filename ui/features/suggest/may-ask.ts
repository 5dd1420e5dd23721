import { toast } from '#ui/kit/toast.ts';
import { unlockTexts } from '#ui/features/account/index.ts';
import { suggestMenuTexts } from './texts/menu.ts';
import type { AssistantAccess } from './assistant-access.ts';

/**
 * Asked before something dimmed is pressed in vain: says so where the plan, or not being signed in,
 * is in the way.
 */
export function mayAsk(standing: AssistantAccess): boolean {
  if (standing === 'spent') toast.info(suggestMenuTexts.pleaseUpgrade);
  if (standing === 'locked') toast.info(unlockTexts.title);
  return standing === 'open';
}

import { toast } from '#ui/kit/toast.ts';
import { unlockTexts } from '#ui/features/account/index.ts';
import { suggestMenuTexts } from './texts/menu.ts';
import type { AssistantAccess } from './assistant-access.ts';

/**
 * Called when a dimmed control is clicked: explains that the plan, or not being signed in, is the
 * reason.
 */
export function requireAccess(standing: AssistantAccess): boolean {
  if (standing === 'spent') toast.info(suggestMenuTexts.pleaseUpgrade);
  if (standing === 'locked') toast.info(unlockTexts.title);
  return standing === 'open';
}

/** Whether the assistant is available, and the reason if not. Pure. */
import type { Me } from '#core/contract/account.ts';
import { suggestMenuTexts as texts } from './texts/menu.ts';

/**
 * `locked`: not signed in, or the address is not verified. `spent`: no questions are left today.
 * `nothing`: no readable source is selected.
 */
export type AssistantAccess = 'locked' | 'spent' | 'nothing' | 'busy' | 'open';

const FEW_LEFT = 5;

/** `me`: null when signed out, undefined until known. */
export function assistantAccess(
  me: Me | null | undefined,
  selected: number,
  busy: boolean,
): AssistantAccess {
  const questionsLeft = me?.limits.question_n_answers ?? null;
  if (me === null || me?.user.is_verified_user === false) return 'locked';
  if (questionsLeft !== null && questionsLeft <= 0) return 'spent';
  if (selected === 0) return 'nothing';
  return busy ? 'busy' : 'open';
}

/** The notice about a limited plan with questions left; undefined for others. */
export function planNotice(me: Me | null | undefined): string | undefined {
  const questionsLeft = me?.limits.question_n_answers ?? null;
  if (questionsLeft === null || questionsLeft <= 0) return undefined;
  return questionsLeft <= FEW_LEFT ? texts.left(questionsLeft) : texts.upgrade;
}

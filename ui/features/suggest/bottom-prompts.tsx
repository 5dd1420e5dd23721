/** The prompts below the chat box, which are sent on click. */
import { clsx } from 'clsx';
import type { Guide } from '#core/contract/guides.ts';
import { suggestMenuTexts } from './texts/menu.ts';
import { guideCall, type AiCall } from './ai-calls.ts';
import { requireAccess } from './require-access.ts';
import type { AssistantAccess } from './assistant-access.ts';

export const chipClass =
  'min-h-target rounded-full border border-line bg-surface px-3 text-[0.8125rem] whitespace-nowrap text-ink-soft transition-colors duration-(--quick)';

export function BottomPrompts({
  guides,
  standing,
  onCall,
}: {
  guides: readonly Guide[];
  standing: AssistantAccess;
  onCall: (call: AiCall) => void;
}) {
  return (
    <ul
      aria-label={suggestMenuTexts.prompts}
      className="flex min-h-target gap-1.5 overflow-x-auto [scrollbar-width:none]"
    >
      {guides.map((guide) => (
        <li key={guide.id} className="shrink-0">
          <button
            type="button"
            data-tooltip={standing === 'spent' ? suggestMenuTexts.spent : guide.question}
            aria-disabled={standing !== 'open'}
            onClick={() => {
              if (requireAccess(standing)) onCall(guideCall('bottom', guide));
            }}
            className={clsx(
              chipClass,
              standing === 'open'
                ? 'hover:border-line-strong hover:bg-hover hover:text-ink'
                : 'cursor-not-allowed! opacity-45',
            )}
          >
            {guide.title}
          </button>
        </li>
      ))}
    </ul>
  );
}

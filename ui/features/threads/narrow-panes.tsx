/** Narrow screens: one pane at a time, with a switch below. */
import { clsx } from 'clsx';
import { BookOpen, MessageSquareText, NotebookPen } from 'lucide-react';
import { preloadAnswers } from '#ui/features/ask/index.ts';
import { useDeferredLoad } from '#ui/kit/use-deferred-load.ts';
import { workspaceTexts as texts } from './texts/workspace.ts';
import { BusyDot } from './busy-dot.tsx';
import type { Pane } from './pane-commands.ts';
import type { PanesProps } from './panes.ts';

const SWITCH = [
  { pane: 'source', Icon: BookOpen },
  { pane: 'notes', Icon: NotebookPen },
  { pane: 'ask', Icon: MessageSquareText },
] as const;

export function NarrowPanes({
  layout: { pane, show },
  busy,
  fold,
  toolbarRef,
  strip,
  viewer,
  notes,
  answers,
  chatBox,
}: PanesProps) {
  const [answersHere] = useDeferredLoad(preloadAnswers);
  const place = (own: Pane) =>
    clsx('min-h-0 min-w-0 flex-1 flex-col', pane === own ? 'flex' : 'hidden');
  return (
    <div className="flex min-h-0 flex-1 flex-col [@media(max-height:500px)]:flex-row-reverse">
      <div className={place('source')}>
        {(!fold.isFolded || !fold.isShort) && strip}
        <div className="min-h-0 flex-1">{viewer}</div>
      </div>
      <div className={clsx(place('notes'), 'bg-surface')}>
        <div
          ref={toolbarRef}
          className="flex h-[calc(var(--target)+4px)] shrink-0 items-center justify-end gap-0.5 border-b border-line px-2"
        />
        <div className="min-h-0 flex-1">{notes}</div>
      </div>
      <div className={clsx(place('ask'), 'bg-surface')}>
        <div className="min-h-0 flex-1">{(pane === 'ask' || answersHere) && answers}</div>
        {chatBox}
      </div>
      <nav
        aria-label={texts.panesLabel}
        className="grid shrink-0 grid-cols-3 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] [@media(max-height:500px)]:w-14 [@media(max-height:500px)]:grid-cols-1 [@media(max-height:500px)]:content-start [@media(max-height:500px)]:border-t-0 [@media(max-height:500px)]:border-r"
      >
        {SWITCH.map(({ pane: own, Icon }) => (
          <button
            key={own}
            type="button"
            aria-current={pane === own}
            onClick={() => show(own)}
            className={clsx(
              'relative flex h-13 flex-col items-center justify-center gap-0.5 text-[0.6875rem] font-medium',
              pane === own ? 'text-accent' : 'text-ink-soft',
            )}
          >
            <Icon size={20} strokeWidth={pane === own ? 2.2 : 1.8} aria-hidden />
            {texts.panes[own]}
            {own === 'ask' && busy && pane !== 'ask' && (
              <span className="absolute top-2 left-1/2 ml-3">
                <BusyDot />
              </span>
            )}
          </button>
        ))}
      </nav>
    </div>
  );
}

/** Wide screens: the source and the notes side by side, the answers behind the notes. */
import { preloadAnswers } from '#ui/features/ask/index.ts';
import { useDeferredLoad } from '#ui/kit/use-deferred-load.ts';
import { SplitPanes } from '#ui/kit/split-panes.tsx';
import { Tabs } from '#ui/kit/tabs.tsx';
import { workspaceTexts as texts } from './texts/workspace.ts';
import { BusyDot } from './busy-dot.tsx';
import type { PanesProps } from './panes.ts';

const SHOWN = { none: 'both', source: 'second', side: 'first' } as const;

export function WidePanes({
  layout: { pane, show, hidden, isFocused },
  answerCount,
  busy,
  fold,
  toolbarRef,
  sources,
  strip,
  viewer,
  notes,
  answers,
  chatBox,
}: PanesProps) {
  const [answersHere, bringAnswers] = useDeferredLoad(preloadAnswers);
  return (
    <>
      {!fold.isFolded && !isFocused && strip}
      <div className="flex min-h-0 flex-1">
        {sources}
        <SplitPanes
          label={texts.split}
          usual={56}
          storageKey="gloss-split"
          shows={SHOWN[hidden ?? 'none']}
          first={
            <div className="flex h-full flex-col">
              {fold.isFolded && !fold.isShort && !isFocused && strip}
              <div className="min-h-0 flex-1">{viewer}</div>
            </div>
          }
          second={
            <div className="h-full bg-surface">
              <Tabs
                label={texts.tabs}
                value={pane === 'ask' ? 'ask' : 'notes'}
                onChange={show}
                onNear={(tab) => {
                  if (tab === 'ask') bringAnswers();
                }}
                end={
                  <div
                    ref={toolbarRef}
                    className="flex min-w-0 flex-1 items-center justify-end gap-0.5"
                    hidden={pane === 'ask'}
                  />
                }
                tabs={[
                  { value: 'notes', label: texts.panes.notes, panel: notes },
                  {
                    value: 'ask',
                    label: (
                      <>
                        {texts.answers}{' '}
                        {busy ? (
                          <BusyDot />
                        ) : (
                          answerCount > 0 && (
                            <span className="text-ink-faint tabular-nums">{answerCount}</span>
                          )
                        )}
                      </>
                    ),
                    panel: (pane === 'ask' || answersHere) && answers,
                  },
                ]}
              />
            </div>
          }
        />
      </div>
      <div hidden={isFocused} className="border-t border-line bg-paper">
        {chatBox}
      </div>
    </>
  );
}

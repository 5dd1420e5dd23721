/** With room: the source and the notes side by side, the answers behind the notes. */
import { preloadAnswerText } from '#ui/features/ask/index.ts';
import { useDeferredLoad } from '#ui/kit/use-deferred-load.ts';
import { Split } from '#ui/kit/split.tsx';
import { Tabs } from '#ui/kit/tabs.tsx';
import { workspaceTexts as texts } from './texts/workspace.ts';
import { BusyDot } from './busy-dot.tsx';
import type { PanesProps } from './panes.ts';

export function WidePanes({
  pane,
  onPane,
  answerCount,
  busy,
  strip,
  viewer,
  notes,
  answers,
  chatBox,
}: PanesProps) {
  const [answersHere, bringAnswers] = useDeferredLoad(preloadAnswerText);
  return (
    <>
      {strip}
      <Split
        label={texts.split}
        usual={56}
        storageKey="gloss-split"
        first={viewer}
        second={
          <div className="h-full bg-surface">
            <Tabs
              label={texts.tabs}
              value={pane === 'ask' ? 'ask' : 'notes'}
              onChange={onPane}
              onNear={(tab) => {
                if (tab === 'ask') bringAnswers();
              }}
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
      <div className="border-t border-line bg-paper">{chatBox}</div>
    </>
  );
}

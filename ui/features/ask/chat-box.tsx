import { clsx } from 'clsx';
import { ArrowUp, Plus, Square } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import type { Me } from '#core/contract/account.ts';
import type { Source } from '#core/contract/source.ts';
import { useGuides } from '#ui/client/queries.ts';
import { Unlock, Upgrade, unlockTexts } from '#ui/features/account/index.ts';
import { askable, stateOf } from '#ui/features/sources/index.ts';
import {
  requireAccess,
  NotesMenu,
  planNotice,
  questionCall,
  SmartSuggestions,
  assistantAccess,
  type AiCall,
  type AssistantAccess,
  suggestMenuTexts,
} from '#ui/features/suggest/index.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { useDeferredLoad } from '#ui/kit/use-deferred-load.ts';
import { answerTexts } from '#ui/editor/texts/answers.ts';
import { preloadAnswers } from './answers-part.ts';
import { chatTexts as texts } from './texts/chat.ts';
import { loadStream } from './load-stream.ts';
import { useModel } from './model.ts';
import { QuestionField } from './question-field.tsx';
import { useDraft } from './use-draft.ts';
import { useInUse } from './use-in-use.ts';

interface ChatBoxProps {
  /** null when signed out */
  me: Me | null | undefined;
  threadId: string;
  sources: readonly Source[];
  /** the open source */
  source: Source | undefined;
  unselected: ReadonlySet<string>;
  onSelect: (unselected: ReadonlySet<string>) => void;
  onAddSource?: (() => void) | undefined;
  /** whether the user owns the thread: only owners can make notes */
  owner: boolean;
  busy: boolean;
  onCall: (call: AiCall, sources: Source['_id'][], model: number) => void;
  onStop: () => void;
}

const loadOptions = () => import('./ask-options.tsx');
/** Preloads what a sent question needs, in case the connection is gone by then. */
const loadAsking = () => Promise.all([loadStream(), preloadAnswers()]);
const AskOptions = lazy(() => loadOptions().then((it) => ({ default: it.AskOptions })));

/**
 * The question field at the bottom of a thread, one line high. While it is in use, its options open
 * above it, over the panes: nothing below the pointer moves.
 */
export function ChatBox({
  me,
  threadId,
  sources,
  source,
  unselected,
  onSelect,
  onAddSource,
  owner,
  busy,
  onCall,
  onStop,
}: ChatBoxProps) {
  const [text, setText] = useDraft(threadId);
  const { isInUse, setInUse, handlers } = useInUse();
  const model = useModel();
  const { data: guides } = useGuides();
  const chosen = askable(sources, unselected).map((it) => it._id);
  const standing = assistantAccess(me, chosen.length, busy);
  const barred = standing === 'locked' || standing === 'spent';
  const ready = standing === 'open' && text.trim() !== '';
  const planText = standing === 'locked' ? undefined : planNotice(me);
  // Collapses to one line after a question is sent.
  const call = (it: AiCall) => {
    setInUse(false);
    onCall(it, chosen, model);
  };

  const [hasOptions, bringOptions] = useDeferredLoad(loadOptions);
  const [, bringAsking] = useDeferredLoad(loadAsking);
  useEffect(() => {
    if (isInUse) bringOptions();
  }, [isInUse, bringOptions]);

  const send = () => {
    if (!ready) return;
    call(questionCall(text.trim()));
    setText('');
  };
  return (
    <section
      aria-label={texts.label}
      onPointerEnter={bringOptions}
      {...handlers}
      className="relative mx-auto h-15 w-full max-w-[684px]"
    >
      <div
        className={clsx(
          'absolute inset-x-2 bottom-1.5 z-20 rounded-sheet border border-line-strong bg-surface transition-[border-color,box-shadow] duration-(--quick) lg:inset-x-0',
          isInUse ? 'shadow-high' : 'shadow-low',
          standing !== 'nothing' && 'focus-within:border-accent',
        )}
      >
        {isInUse && hasOptions && (
          <Suspense>
            <AskOptions
              me={me}
              model={model}
              guides={guides?.bottom ?? []}
              standing={standing}
              sources={sources}
              unselected={unselected}
              onSelect={onSelect}
              onCall={call}
              planText={planText}
            />
          </Suspense>
        )}
        <div className="flex items-end gap-0.5 px-1.5 py-[calc((2.875rem-var(--target))/2)]">
          {onAddSource && (
            <IconButton label={texts.addSource} onClick={onAddSource}>
              <Plus size={19} />
            </IconButton>
          )}
          <Barred standing={standing} />
          {!barred && (
            <QuestionField
              text={text}
              onText={(next) => {
                setInUse(true);
                setText(next);
              }}
              isInUse={isInUse}
              isDisabled={standing === 'nothing'}
              placeholder={hint(sources, unselected, chosen.length)}
              onFocus={bringAsking}
              onSend={send}
              onLeave={() => setInUse(false)}
            />
          )}
          {planText !== undefined && (
            <Upgrade className="min-h-target px-2! text-xs! max-sm:hidden">{planText}</Upgrade>
          )}
          {owner && me?.features.notes_generation && (
            <NotesMenu standing={standing} onCall={call} />
          )}
          <SmartSuggestions
            threadId={threadId}
            source={source}
            selected={chosen}
            guides={guides}
            standing={standing}
            onCall={call}
          />
          <SendButton
            isBusy={busy}
            isReady={ready}
            isSpent={standing === 'spent'}
            onSend={send}
            onStop={onStop}
          />
        </div>
      </div>
    </section>
  );
}

/** Replaces the field for people who can't ask now. */
function Barred({ standing }: { standing: AssistantAccess }) {
  if (standing === 'locked')
    return (
      <p className="flex min-h-target flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1 pl-2 text-sm text-ink-soft">
        {unlockTexts.title}
        <Unlock />
      </p>
    );
  if (standing === 'spent')
    return (
      <Upgrade className="min-h-target flex-1 justify-start! px-2! text-left text-sm! font-normal! text-accent! whitespace-normal!">
        {suggestMenuTexts.spent}
      </Upgrade>
    );
  return null;
}

function SendButton({
  isBusy,
  isReady,
  isSpent,
  onSend,
  onStop,
}: {
  isBusy: boolean;
  isReady: boolean;
  /** no questions are left today: a click says so */
  isSpent: boolean;
  onSend: () => void;
  onStop: () => void;
}) {
  if (isBusy)
    return (
      <Button look="plain" onClick={onStop} className="rounded-full! px-3!">
        <Square size={12} fill="currentColor" aria-hidden />
        {answerTexts.stop}
      </Button>
    );
  return (
    <IconButton
      label={texts.send}
      look="primary"
      tooltip={isSpent ? suggestMenuTexts.spent : texts.send}
      disabled={!isReady && !isSpent}
      aria-disabled={isSpent}
      onClick={isSpent ? () => requireAccess('spent') : onSend}
      className="rounded-full! disabled:bg-pressed disabled:text-ink-faint disabled:opacity-100 aria-disabled:bg-pressed aria-disabled:text-ink-faint"
    >
      <ArrowUp size={18} strokeWidth={2.4} />
    </IconButton>
  );
}

function hint(sources: readonly Source[], unselected: ReadonlySet<string>, chosen: number): string {
  if (chosen > 0) return texts.field;
  if (sources.length === 0) return texts.noSource;
  const selected = sources.filter((it) => !unselected.has(it._id));
  if (selected.some((it) => stateOf(it).kind === 'processing')) return answerTexts.settingUp;
  return answerTexts.selectSources;
}

import { clsx } from 'clsx';
import { ArrowUp, Maximize2, Minimize2, Plus, Square } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useNavigate } from 'react-router';
import type { Me } from '#core/contract/account.ts';
import type { Source } from '#core/contract/source.ts';
import { useGuides } from '#ui/client/queries.ts';
import { Unlock, Upgrade, unlockTexts } from '#ui/features/account/index.ts';
import { SourceSelector, askable, stateOf } from '#ui/features/sources/index.ts';
import {
  BottomPrompts,
  mayAsk,
  NotesMenu,
  planWord,
  questionCall,
  SmartSuggestions,
  standingOf,
  type AiCall,
  suggestMenuTexts,
} from '#ui/features/suggest/index.ts';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { useDeferredLoad } from '#ui/kit/use-deferred-load.ts';
import { answerTexts } from '#ui/editor/texts/answers.ts';
import { chatTexts as texts } from './texts/chat.ts';
import { loadStream } from './load-stream.ts';
import { ModelPicker } from './model-picker.tsx';
import { useModel } from './model.ts';
import { useDraft } from './use-draft.ts';

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

const MOST_ROWS = 5;
/** the least rows of the expanded field, so that it grows even when the question is short */
const LEAST_ROWS_TALL = 9;
const LONG = 200;

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
  const [tall, setTall] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const model = useModel();
  const { data: guides } = useGuides();
  const chosen = askable(sources, unselected).map((it) => it._id);
  const standing = standingOf(me, chosen.length, busy);
  const barred = standing === 'locked' || standing === 'spent';
  const ready = standing === 'open' && text.trim() !== '';
  const word = standing === 'locked' ? undefined : planWord(me);
  const call = (it: AiCall) => onCall(it, chosen, model);

  useFieldHeight(field, text, tall, !barred);
  useFocusKey(field);
  const [, fetchStream] = useDeferredLoad(loadStream);

  const send = () => {
    if (!ready) return;
    call(questionCall(text.trim()));
    setText('');
    setTall(false);
  };
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <section
      aria-label={texts.label}
      className="mx-auto w-full max-w-[684px] px-3 pt-2 pb-2 lg:px-0"
    >
      <div
        className={clsx(
          'rounded-sheet border border-line-strong bg-surface shadow-mid transition-[border-color] duration-(--quick)',
          standing !== 'nothing' && 'focus-within:border-accent',
        )}
      >
        <div className="flex items-start gap-1 pt-2.5 pr-2 pl-4">
          {standing === 'locked' && (
            <p className="flex min-h-8 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-base text-ink-soft">
              {unlockTexts.title}
              <Unlock />
            </p>
          )}
          {standing === 'spent' && (
            <Upgrade className="-ml-2 min-h-8 flex-1 justify-start! px-2! text-left text-base! font-normal! text-accent! whitespace-normal!">
              {suggestMenuTexts.spent}
            </Upgrade>
          )}
          {!barred && (
            <textarea
              ref={field}
              id="question"
              dir="auto"
              aria-label={texts.field}
              rows={1}
              value={text}
              disabled={standing === 'nothing'}
              placeholder={hint(sources, unselected, chosen.length)}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={typed}
              onFocus={fetchStream}
              className="min-h-8 w-full resize-none bg-transparent py-0.5 text-base leading-7 outline-none placeholder:text-ink-faint disabled:cursor-not-allowed"
            />
          )}
          {!barred && text.length > LONG && (
            <IconButton label={tall ? texts.smaller : texts.larger} onClick={() => setTall(!tall)}>
              {tall ? <Minimize2 size={15} /> : <Maximize2 size={15} />}
            </IconButton>
          )}
        </div>
        <div className="flex items-center gap-0.5 px-2 pt-0.5 pb-2">
          {onAddSource && (
            <IconButton label={texts.addSource} onClick={onAddSource}>
              <Plus size={19} />
            </IconButton>
          )}
          <SourceSelector sources={sources} unselected={unselected} onChange={onSelect} />
          {me !== null && <ModelPicker me={me} model={model} />}
          <span className={clsx('flex-1', me !== null && 'max-[479px]:hidden')} />
          {word && <Upgrade className="px-2! text-xs! max-sm:hidden">{word}</Upgrade>}
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
      <div className="mt-1.5">
        <BottomPrompts guides={guides?.bottom ?? []} standing={standing} onCall={call} />
      </div>
      <ChatFooter word={word} isOffline={me?.capabilities.offline === true} />
    </section>
  );
}

/** `word`: what is said of the plan. */
function ChatFooter({ word, isOffline }: { word: string | undefined; isOffline: boolean }) {
  return (
    <>
      <p className="mt-1 text-center text-xs text-balance text-ink-faint">{texts.inaccurate}</p>
      {isOffline && <ConnectModel />}
      {word && (
        <p className="text-center sm:hidden">
          <Upgrade className="px-2! text-xs!">{word}</Upgrade>
        </p>
      )}
    </>
  );
}

/** Says what the offline assistant does, and where to set a model. */
function ConnectModel() {
  const navigate = useNavigate();
  return (
    <p className="text-center text-xs text-balance text-ink-soft">
      {texts.offline}{' '}
      <button
        type="button"
        className="min-h-6 font-medium text-accent underline"
        onClick={() => void navigate('/settings/assistant')}
      >
        {texts.connect}
      </button>{' '}
      {texts.connectFor}
    </p>
  );
}

/** Lets the field grow with its text, up to five rows, or to half of the window. */
function useFieldHeight(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  isTall: boolean,
  isShown: boolean,
): void {
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    const linePx = Number.parseFloat(getComputedStyle(area).lineHeight);
    const mostPx = isTall ? innerHeight * 0.5 : linePx * MOST_ROWS + 4;
    const leastPx = isTall ? linePx * LEAST_ROWS_TALL : 0;
    area.style.height = `${Math.min(Math.max(area.scrollHeight, leastPx), mostPx)}px`;
  }, [field, text, isTall, isShown]);
}

/** ⌘Enter focuses the field from outside of dialogs and other fields. */
function useFocusKey(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.defaultPrevented)
        return;
      if (document.activeElement?.closest('[role=dialog],[contenteditable=true],textarea')) return;
      field.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [field]);
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
  /** no question is left today: a press says so */
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
      onClick={isSpent ? () => mayAsk('spent') : onSend}
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

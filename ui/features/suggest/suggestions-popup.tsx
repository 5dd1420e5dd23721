/**
 * Suggestions: guides, tools for a kind of reader, and questions that the sources answer.
 */
import { clsx } from 'clsx';
import { Newspaper } from 'lucide-react';
import { Popover, Tabs } from 'radix-ui';
import { useState, type KeyboardEvent } from 'react';
import type { Guide, Guides } from '#core/contract/guides.ts';
import type { Source } from '#core/contract/source.ts';
import { messageOf } from '#ui/client/api.ts';
import { usePrompts } from '#ui/client/queries.ts';
import { Upgrade } from '#ui/features/account/index.ts';
import { stateOf } from '#ui/features/sources/index.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { floatClass, rowClass } from '#ui/kit/floating-list.ts';
import { usePageActions } from '#ui/kit/palette.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { answerTexts } from '#ui/editor/texts/answers.ts';
import { suggestMenuTexts, ideasToolTexts } from './texts/menu.ts';
import { suggestTexts as texts } from './texts/suggest.ts';
import { guideCall, suggestedCall, type AiCall } from './ai-calls.ts';
import { requireAccess } from './require-access.ts';
import type { AssistantAccess } from './assistant-access.ts';

export interface SuggestionsProps {
  threadId: string;
  /** the active source */
  source: Source | undefined;
  /** ids of the selected sources */
  selected: readonly string[];
  guides: Guides | undefined;
  standing: AssistantAccess;
  onCall: (call: AiCall) => void;
}

const TABS = [
  { value: 'guide', label: texts.tabs.guide },
  { value: 'tools', label: texts.tabs.tools },
  { value: 'questions', label: texts.tabs.questions },
] as const;
const READERS = [
  { value: 'student', label: texts.readers.student },
  { value: 'creator', label: texts.readers.creator },
  { value: 'researcher', label: texts.readers.researcher },
] as const;
type Reader = (typeof READERS)[number]['value'];

export function SuggestionsPopup({
  threadId,
  source,
  selected,
  guides,
  standing,
  onCall,
  trigger,
  defaultOpen,
}: SuggestionsProps & PopupProps) {
  const [open, setOpen] = useState(defaultOpen);
  const state = source && stateOf(source);
  const choose = (call: AiCall) => {
    if (!requireAccess(standing)) return;
    setOpen(false);
    onCall(call);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={suggestMenuTexts.suggestions}
          className={floatClass(
            'flex max-h-[min(300px,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1.5rem))] flex-col overflow-hidden p-0!',
          )}
        >
          {state?.kind !== 'ready' ? (
            <p role="status" className="flex items-center gap-2.5 px-4 py-5 text-sm text-ink-soft">
              {state?.kind === 'processing' && <Spinner />}
              {state ? state.label : texts.noSource}
            </p>
          ) : (
            <Suggestions
              threadId={threadId}
              selected={selected}
              guides={guides}
              standing={standing}
              onChoose={choose}
              onClose={() => setOpen(false)}
            />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Suggestions({
  threadId,
  selected,
  guides,
  standing,
  onChoose,
  onClose,
}: Pick<SuggestionsProps, 'threadId' | 'selected' | 'guides' | 'standing'> & {
  onChoose: (call: AiCall) => void;
  onClose: () => void;
}) {
  const [reader, setReader] = useState<Reader>('student');
  const list = (name: 'smartGuide' | Reader) =>
    guides ? (
      <Rows
        rows={guides[name].map((it: Guide) => ({
          title: it.title,
          text: it.question,
          call: guideCall(name, it),
        }))}
        standing={standing}
        onChoose={onChoose}
      />
    ) : (
      <Waiting />
    );
  const panel = 'min-h-0 flex-1 overflow-y-auto p-1.5 outline-none';
  return (
    <Tabs.Root defaultValue="guide" className="flex min-h-0 flex-1 flex-col">
      <Tabs.List
        aria-label={suggestMenuTexts.suggestions}
        className="flex shrink-0 border-b border-line px-2"
      >
        {TABS.map((it) => (
          <Tabs.Trigger
            key={it.value}
            value={it.value}
            className="-mb-px min-h-10 border-b-2 border-transparent px-2.5 -outline-offset-4 text-[0.8125rem] font-medium whitespace-nowrap text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {it.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {standing === 'nothing' && (
        <p role="status" className="shrink-0 px-4 pt-2.5 text-[0.8125rem] text-ink-soft">
          {answerTexts.selectSources}
        </p>
      )}
      <Tabs.Content value="guide" tabIndex={-1} className={panel}>
        {list('smartGuide')}
      </Tabs.Content>
      <Tabs.Content value="tools" tabIndex={-1} className={panel}>
        <div className="overflow-x-auto px-1 pt-1 pb-1.5 [scrollbar-width:none]">
          <Segments
            label={texts.toolsFor}
            options={READERS}
            value={reader}
            onChange={(next) =>
              setReader(READERS.find((it) => it.value === next)?.value ?? 'student')
            }
          />
        </div>
        {reader === 'creator' && <BlogTool onOpen={onClose} />}
        {list(reader)}
      </Tabs.Content>
      <Tabs.Content value="questions" tabIndex={-1} className={panel}>
        <Questions
          threadId={threadId}
          selected={selected}
          standing={standing}
          onChoose={onChoose}
        />
      </Tabs.Content>
    </Tabs.Root>
  );
}

function Questions({
  threadId,
  selected,
  standing,
  onChoose,
}: Pick<SuggestionsProps, 'threadId' | 'selected' | 'standing'> & {
  onChoose: (call: AiCall) => void;
}) {
  const isBarred = standing === 'spent' || standing === 'locked';
  const { data, isError, error, isFetching, refetch } = usePrompts(threadId, selected, !isBarred);
  if (standing === 'spent' && !data)
    return <Upgrade className="text-accent! whitespace-normal!">{suggestMenuTexts.spent}</Upgrade>;
  if (selected.length === 0 || (isBarred && !data)) return null;
  if (isError && !isFetching) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-2 px-2.5 py-2 text-sm text-ink-soft"
      >
        <span>{texts.failed(messageOf(error))}</span>
        <Button onClick={() => void refetch()}>{texts.retry}</Button>
      </div>
    );
  }
  if (!data) return <Waiting />;
  if (data.data.length === 0)
    return <p className="px-2.5 py-2 text-sm text-ink-soft">{texts.none}</p>;
  return (
    <Rows
      rows={data.data.map((it) => ({ title: it.question, call: suggestedCall(it.question) }))}
      standing={standing}
      onChoose={onChoose}
    />
  );
}

/** If the notes can be edited. */
function BlogTool({ onOpen }: { onOpen: () => void }) {
  const ideas = usePageActions().find((it) => it.name === ideasToolTexts.command);
  if (!ideas) return null;
  return (
    <button
      type="button"
      aria-description={ideasToolTexts.toolText}
      onClick={() => {
        onOpen();
        ideas.run();
      }}
      className={rowClass('py-1.5')}
    >
      <span className="min-w-0 flex-1">
        <span className="block text-sm leading-snug">{ideasToolTexts.tool}</span>
        <span
          aria-hidden
          data-text={ideasToolTexts.toolText}
          className="block truncate text-xs text-ink-soft before:content-[attr(data-text)]"
        />
      </span>
      <Newspaper size={16} aria-hidden className="shrink-0 text-ink-faint" />
    </button>
  );
}

interface Row {
  title: string;
  text?: string;
  call: AiCall;
}

function Rows({
  rows,
  standing,
  onChoose,
}: {
  rows: readonly Row[];
  standing: AssistantAccess;
  onChoose: (call: AiCall) => void;
}) {
  return (
    <ul onKeyDown={walk} className={clsx(standing !== 'open' && 'opacity-45')}>
      {rows.map(({ title, text, call }) => (
        <li key={title}>
          <button
            type="button"
            aria-description={text}
            aria-disabled={standing !== 'open'}
            data-tooltip={standing === 'spent' ? suggestMenuTexts.spent : undefined}
            onClick={() => onChoose(call)}
            className={rowClass(clsx('py-1.5', standing !== 'open' && 'cursor-not-allowed!'))}
          >
            <span className="min-w-0 flex-1">
              <span className="block text-sm leading-snug text-pretty">{title}</span>
              {/* drawn with CSS, so that the button keeps its accessible name */}
              {text && (
                <span
                  aria-hidden
                  data-text={text}
                  className="block truncate text-xs text-ink-soft before:content-[attr(data-text)]"
                />
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Moves up and down between the rows. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll('button')];
  const next = rows[rows.findIndex((it) => it === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const Waiting = () => (
  <div aria-busy="true" aria-label={texts.loading} role="status" className="space-y-3 px-2.5 py-3">
    {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'].map((width) => (
      <Skeleton key={width} className={clsx('h-4', width)} />
    ))}
  </div>
);

import { CircleAlert, LoaderCircle, RotateCcw, Square, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Citation } from '#core/contract/ask.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { toast } from '#ui/kit/toast.ts';
import { noticeTexts } from '#ui/kit/texts/source-notices.ts';
import { answerTexts } from '../texts/answers.ts';
import { askTexts as texts } from '../texts/ask.ts';
import { SelectableText } from '../ask-ai/selectable-text.tsx';
import type { Filled } from '../ask-ai/use-generated.ts';
import { useEditorHost } from '../editor-host.ts';
import { MissingSourceNote } from './missing-source-note.tsx';

const Confirm = lazy(() => import('#ui/kit/dialog.tsx').then((it) => ({ default: it.Confirm })));

interface CitedBodyProps {
  filled: Filled;
  /** as the notes store it */
  text: string;
  citations: readonly Citation[];
  /** while there is no text yet */
  pending: string;
  hint?: string;
  generatingBy: string | null;
  onDelete: () => void;
  /** below the text, once it is complete */
  children?: ReactNode;
}

/** The content of a generated block: its text, or why there is none yet. */
export function CitedBody({
  filled,
  text,
  citations,
  pending,
  hint,
  generatingBy,
  onDelete,
  children,
}: CitedBodyProps) {
  const { readOnly, barrier, renderAnswer, renderSpoken } = useEditorHost();
  const [dismissed, setDismissed] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { generated, sources, mine, isMade, failure } = filled;
  // Text that is being revealed word by word continues so when the notes store it.
  const [isLive, setLive] = useState(false);
  if (generated && !isLive) setLive(true);
  const arrived = !isMade && generated && generated.text !== '' ? generated : undefined;
  const shown = arrived ?? { text, citations };
  const waiting = !isMade && failure === '';
  return (
    <>
      {(waiting ? sources.state === 'missing' : sources.isSomeGone) && !dismissed && (
        <MissingSourceNote
          onDelete={readOnly ? undefined : () => setLeaving(true)}
          onDismiss={() => setDismissed(true)}
        />
      )}
      {isLeaving && (
        <Suspense>
          <Confirm
            open
            onOpenChange={setLeaving}
            title={answerTexts.sure.title}
            text={texts.sure.text}
            action={texts.sure.action}
            onConfirm={() => {
              onDelete();
              toast.success(answerTexts.deleted);
            }}
          />
        </Suspense>
      )}
      {shown.text !== '' && (
        <SelectableText className={`select-text ${waiting && !arrived ? 'opacity-50' : ''}`}>
          {renderAnswer(shown.text, shown.citations, isLive)}
        </SelectableText>
      )}
      {waiting && sources.state === 'error' && (
        <Panel calm={false}>
          {sources.problem?.hasTranscript === false
            ? noticeTexts.noTranscriptLong
            : sources.problem?.tooltip}
        </Panel>
      )}
      {waiting && sources.state === 'loading' && <Panel busy>{answerTexts.settingUp}</Panel>}
      {waiting &&
        sources.state === 'loaded' &&
        !arrived &&
        (generated ? (
          <Pending
            text={generated.phase === 'away' ? answerTexts.away : pending}
            hint={hint}
            onStop={filled.stop}
          />
        ) : (
          <NotGenerated mine={mine} isBegun={generatingBy !== null} barrier={barrier} />
        ))}
      {arrived && !isMade && failure === '' && (
        <div className="mt-2 flex items-center gap-2 font-sans text-[0.8125rem] text-ink-soft">
          {generated?.phase === 'away' && <span className="flex-1">{answerTexts.away}</span>}
          <Stop onStop={filled.stop} />
        </div>
      )}
      {failure !== '' && (
        <Panel calm={failure === answerTexts.stopped}>
          <span className="flex-1">{failure}</span>
          {!readOnly && (
            <Button
              look="quiet"
              onClick={() => filled.again()}
              className="-my-1.5 shrink-0 px-2! text-[0.8125rem]!"
            >
              <RotateCcw size={15} aria-hidden />
              {answerTexts.retry}
            </Button>
          )}
        </Panel>
      )}
      {isMade && children}
      <div role="status" aria-atomic="false" className="sr-only">
        {generated?.phase === 'done' ? (
          <p>{answerTexts.gloss}</p>
        ) : (
          waiting && generated && <p>{pending}</p>
        )}
        {generated &&
          renderSpoken?.(generated.text, generated.citations, generated.phase === 'done')}
      </div>
    </>
  );
}

/** Requested, but not generated in this window. */
function NotGenerated({
  mine,
  isBegun,
  barrier,
}: {
  mine: boolean;
  isBegun: boolean;
  barrier: ReactNode;
}) {
  if (mine && barrier) return <div className="font-sans text-sm">{barrier}</div>;
  return <Panel busy={isBegun}>{isBegun ? texts.elsewhere : texts.notGenerated}</Panel>;
}

function Pending({
  text,
  hint,
  onStop,
}: {
  text: string;
  hint: string | undefined;
  onStop: () => void;
}) {
  return (
    <div className="font-sans">
      <div className="mb-3 flex items-center gap-2 text-sm text-ink-soft">
        <LoaderCircle
          size={15}
          aria-hidden
          className="shrink-0 animate-spin text-accent motion-reduce:animate-none"
        />
        <p className="min-w-0 flex-1">
          {text}
          {hint !== undefined && <span className="text-ink-faint"> {hint}</span>}
        </p>
        <Stop onStop={onStop} />
      </div>
      <div aria-hidden className="space-y-2.5">
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
  );
}

const Stop = ({ onStop }: { onStop: () => void }) => (
  <Button look="quiet" onClick={onStop} className="-my-1.5 ml-auto px-2! text-[0.8125rem]!">
    <Square size={11} fill="currentColor" aria-hidden />
    {answerTexts.stop}
  </Button>
);

function Panel({
  busy = false,
  calm = true,
  children,
}: {
  busy?: boolean;
  calm?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`flex items-center gap-2.5 rounded-control px-3 py-2.5 font-sans text-sm [&:not(:first-child)]:mt-3 ${calm ? 'bg-sunken text-ink-soft' : 'bg-warn-soft text-ink'}`}
    >
      {busy ? (
        <LoaderCircle
          size={15}
          aria-hidden
          className="shrink-0 animate-spin text-accent motion-reduce:animate-none"
        />
      ) : calm ? (
        <CircleAlert size={16} aria-hidden className="shrink-0 text-ink-faint" />
      ) : (
        <TriangleAlert size={16} aria-hidden className="shrink-0 text-warn" />
      )}
      {children}
    </div>
  );
}

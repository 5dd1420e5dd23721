import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import type { TimedLocator } from '#core/contract/locator.ts';
import { TranscriptStatus } from '#core/contract/source.ts';
import type { Source } from '#core/contract/source.ts';
import { retryHelps, useRetrySource } from '#ui/client/retry-source.ts';
import { Button } from '#ui/kit/button.tsx';
import { transcriptTexts as texts } from '#ui/texts/viewer-video.ts';
import { noticeTexts, viewerTexts } from '#ui/texts/viewer.ts';
import { messageOf } from '../../client/api.ts';
import { Failure, Lines } from '../notice.tsx';
import { sourceNotice } from '../source-notice.ts';
import { ToolButton } from '../tool-button.tsx';
import type { PlayClock } from './player.ts';
import type { TimelineClip } from './timeline-clip.ts';
import { indexTranscript, searchSegments } from './transcript-index.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { TranscriptList } from './transcript-list.tsx';
import type { TranscriptListHandle } from './transcript-list.tsx';
import { OwnTranscript } from './own-transcript.tsx';
import { trackOf } from './track.ts';
import { transcriptQuery } from './transcript-query.ts';

export interface TranscriptHandle extends TranscriptListHandle {
  /** once it is loaded */
  readonly index: TranscriptIndex | undefined;
}

export function TranscriptPanel({
  source,
  threadId,
  clock,
  clipped,
  onSeek,
  onClip,
  onAsk,
  onChapters,
  own,
  tools,
  ref,
}: {
  source: Source;
  threadId: string | undefined;
  clock: PlayClock;
  clipped: readonly TimelineClip[];
  onSeek: (timeS: number) => void;
  onClip: (locator: TimedLocator, kind?: 'moment') => void;
  onAsk: ((locator: TimedLocator, rect: DOMRect) => void) | undefined;
  onChapters: (chapters: readonly { start: number; end: number; title: string }[]) => void;
  /** may give a transcript */
  own: boolean;
  tools: ReactNode;
  ref: Ref<TranscriptHandle>;
}) {
  const isReady = source.status.transcript === TranscriptStatus.ready;
  const { data, error, refetch } = useQuery({
    ...transcriptQuery(threadId, source),
    enabled: isReady,
  });
  const index = useMemo(() => (data ? indexTranscript(data) : undefined), [data]);
  const list = useRef<TranscriptListHandle>(null);
  const kept = useRef<[number, number | undefined] | null>(null);
  const [query, setQuery] = useState('');
  const [step, setStep] = useState(0);
  const found = useMemo(() => (index ? searchSegments(index.segments, query) : []), [index, query]);
  const at =
    found.length > 0 ? found[((step % found.length) + found.length) % found.length] : undefined;

  useEffect(() => {
    if (data) onChapters(data.chapters);
  }, [data, onChapters]);
  useEffect(() => {
    if (!index || !kept.current) return;
    list.current?.show(...kept.current);
    kept.current = null;
  }, [index]);
  useImperativeHandle(
    ref,
    () => ({
      index,
      show(startS, endS) {
        if (list.current) list.current.show(startS, endS);
        else kept.current = [startS, endS];
      },
    }),
    [index],
  );

  const retry = useRetrySource();
  const missing =
    source.status.transcript === TranscriptStatus.none ? sourceNotice(source) : undefined;
  return (
    <section
      aria-label={texts.title}
      className="flex min-h-0 flex-1 flex-col border-t border-line bg-surface"
    >
      <div className="flex min-h-11 items-center gap-1 border-b border-line px-3 py-1">
        <h2 className="mr-auto flex min-w-0 items-baseline gap-2 text-[13px] font-semibold">
          {texts.title}
          {source.transcript && (
            <span className="truncate text-[12px] font-normal text-ink-faint">
              {trackOf(source.transcript)}
            </span>
          )}
        </h2>
        {index && (
          <>
            <label className="flex min-h-8 min-w-0 items-center gap-2 rounded-control border border-line-field bg-surface px-2 text-ink-faint focus-within:border-accent">
              <Search aria-hidden size={15} className="shrink-0" />
              <input
                type="search"
                dir="auto"
                value={query}
                placeholder={texts.find}
                aria-label={texts.find}
                onChange={(event) => {
                  setQuery(event.target.value);
                  setStep(0);
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') {
                    event.preventDefault();
                    setStep((it) => it + (event.shiftKey ? -1 : 1));
                  }
                  if (event.key === 'Escape') setQuery('');
                }}
                className="w-40 min-w-0 bg-transparent text-[13px] text-ink outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
              />
              {query !== '' && (
                <span role="status" className="whitespace-nowrap text-[12px] tabular-nums">
                  {found.length === 0
                    ? texts.none
                    : texts.foundCount(found.indexOf(at ?? -1) + 1, found.length)}
                </span>
              )}
            </label>
            {query !== '' && (
              <>
                <ToolButton
                  icon={ChevronUp}
                  label={viewerTexts.previousMatch}
                  disabled={found.length === 0}
                  onClick={() => setStep(step - 1)}
                />
                <ToolButton
                  icon={ChevronDown}
                  label={viewerTexts.nextMatch}
                  disabled={found.length === 0}
                  onClick={() => setStep(step + 1)}
                />
                <ToolButton icon={X} label={texts.clearSearch} onClick={() => setQuery('')} />
              </>
            )}
          </>
        )}
        {own && <OwnTranscript source={source} />}
        {tools}
      </div>
      {source.transcript && source.transcript.warnings.length > 0 && !missing && (
        <p
          role="note"
          className="border-b border-line bg-warn-soft px-3 py-1.5 text-[12px] text-pretty text-warn"
        >
          {texts.warnings(source.transcript.warnings)}
        </p>
      )}
      {missing && (
        <div className="overflow-y-auto px-5 py-4">
          <div className="mb-3 flex min-h-target items-center justify-between gap-3">
            <p role="status" className="text-[13px] font-medium text-warn">
              {missing.text}
            </p>
            {own && retryHelps(source) && (
              <Button disabled={retry.isPending} onClick={() => retry.mutate(source)}>
                {viewerTexts.retry}
              </Button>
            )}
          </div>
          <p className="max-w-[52ch] text-[15px]">{noticeTexts.noTranscriptLong}</p>
          <ul className="mt-3 max-w-[52ch] list-disc space-y-1 pl-5 text-[14px] text-ink-soft">
            {texts.without.map((it) => (
              <li key={it}>{it}</li>
            ))}
            {own && <li>{texts.withoutOwn}</li>}
          </ul>
          {missing.detail !== undefined && (
            <p className="mt-3 max-w-[52ch] text-[13px] text-ink-faint">{missing.detail}</p>
          )}
        </div>
      )}
      {!missing && error && (
        <Failure text={texts.failed} detail={messageOf(error)} onRetry={() => void refetch()} />
      )}
      {!missing && !error && !index && (
        <div role="status" className="min-h-0 flex-1 overflow-hidden px-5 py-4">
          <span className="sr-only">{texts.loading}</span>
          <Lines count={8} />
        </div>
      )}
      {index && (
        <TranscriptList
          ref={list}
          index={index}
          clock={clock}
          found={found}
          at={at}
          clipped={clipped}
          onSeek={onSeek}
          onClip={onClip}
          onAsk={onAsk}
        />
      )}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import type { ReactNode, Ref } from 'react';
import type { TimedLocator } from '#core/contract/locator.ts';
import { TranscriptStatus } from '#core/contract/source.ts';
import type { Source } from '#core/contract/source.ts';
import { transcriptTexts as texts } from './texts.ts';
import { messageOf } from '../../client/api.ts';
import { Failure, Lines } from '../notice.tsx';
import { sourceNotice } from '../source-notice.ts';
import { MissingTranscript } from './missing-transcript.tsx';
import type { PlayClock } from './player.ts';
import type { TimelineClip } from './timeline-clip.ts';
import { indexTranscript } from './transcript-index.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import { TranscriptList } from './transcript-list.tsx';
import type { TranscriptListHandle } from './transcript-list.tsx';
import { TranscriptUpload } from './transcript-upload.tsx';
import { trackLabel } from './track-label.ts';
import { transcriptQuery } from './transcript-query.ts';
import { TranscriptSearch } from './transcript-search.tsx';
import { useTranscriptSearch } from './use-transcript-search.ts';

export function TranscriptPanel({
  source,
  threadId,
  clock,
  clipped,
  onSeek,
  onClip,
  onAsk,
  onLoad,
  onMatches,
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
  onLoad: (index: TranscriptIndex) => void;
  /** Called with the seconds of search matches. */
  onMatches: (seconds: readonly number[]) => void;
  /** can upload a transcript */
  own: boolean;
  tools: ReactNode;
  ref: Ref<TranscriptListHandle>;
}) {
  const isReady = source.status.transcript === TranscriptStatus.ready;
  const { data, error, refetch } = useQuery({
    ...transcriptQuery(threadId, source),
    enabled: isReady,
  });
  const index = useMemo(() => (data ? indexTranscript(data) : undefined), [data]);
  const list = useRef<TranscriptListHandle>(null);
  const pendingSpan = useRef<[number, number | undefined] | null>(null);
  const search = useTranscriptSearch(index);

  useEffect(() => {
    if (index) onLoad(index);
  }, [index, onLoad]);
  const { found } = search;
  useEffect(() => {
    onMatches(found.flatMap((at) => index?.segments[at]?.startS ?? []));
  }, [found, index, onMatches]);
  useEffect(() => {
    if (!index || !pendingSpan.current) return;
    list.current?.show(...pendingSpan.current);
    pendingSpan.current = null;
  }, [index]);
  useImperativeHandle(
    ref,
    () => ({
      show(startS, endS) {
        if (list.current) list.current.show(startS, endS);
        else pendingSpan.current = [startS, endS];
      },
    }),
    [],
  );

  const missing =
    source.status.transcript === TranscriptStatus.none ? sourceNotice(source) : undefined;
  return (
    <section aria-label={texts.title} className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex min-h-11 items-center gap-1 border-b border-line px-3 py-1">
        <h2 className="mr-auto flex min-w-0 items-baseline gap-2 text-[13px] font-semibold">
          {texts.title}
          {source.transcript && (
            <span className="truncate text-[12px] font-normal text-ink-faint">
              {trackLabel(source.transcript)}
            </span>
          )}
        </h2>
        {index && <TranscriptSearch search={search} />}
        {own && <TranscriptUpload source={source} />}
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
      {missing && <MissingTranscript source={source} notice={missing} own={own} />}
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
          query={search.query}
          found={search.found}
          at={search.at}
          clipped={clipped}
          onSeek={onSeek}
          onClip={onClip}
          onAsk={onAsk}
        />
      )}
    </section>
  );
}

/** Why a page is not shown, or not yet. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Source } from '#core/contract/source.ts';
import { noticeTexts } from '#ui/kit/texts/source-notices.ts';
import { pageTexts as texts } from './texts.ts';
import { api, messageOf } from '../../client/api.ts';
import { keys } from '../../client/queries.ts';
import { toast } from '../../kit/toast.ts';
import { FailedSourceButtons } from '../failed-source.tsx';
import { Failure, FAILURE_BUTTON, Lines } from '../notice.tsx';
import { sourceNotice } from '../source-notice.ts';

interface PageProblemProps {
  source: Source;
  /** the server could not process the page */
  isFailed: boolean;
  isBusy: boolean;
  /** the page left its frame too often */
  isGivenUp: boolean;
  /** the frame is silent */
  isSilent: boolean;
  own: boolean;
  /** Loads the page again. */
  onReload: () => void;
}

export function PageProblem({
  source,
  isFailed,
  isBusy,
  isGivenUp,
  isSilent,
  own,
  onReload,
}: PageProblemProps) {
  const retry = useRetry(source._id);
  const href = source.sourceUrl;
  if (isFailed)
    return (
      <Failure
        text={noticeTexts.pageFailed}
        detail={source.error?.message}
        href={href}
        onRetry={own ? retry : undefined}
      >
        <FailedSourceButtons className={FAILURE_BUTTON} />
      </Failure>
    );
  return (
    <>
      {isBusy && <PageProcessing source={source} />}
      {isGivenUp ? (
        <Failure text={texts.notEmbeddable} href={href} onRetry={onReload} />
      ) : (
        isSilent && (
          <Failure text={texts.silent} detail={texts.silentWhy} href={href} onRetry={onReload} />
        )
      )}
    </>
  );
}

function PageProcessing({ source }: { source: Source }) {
  const progress = sourceNotice(source)?.detail;
  return (
    <div role="status" className="absolute inset-0 overflow-hidden p-6">
      <div className="mx-auto max-w-[68ch]">
        <p className="mb-6 text-[14px] text-ink-soft">
          <span>{source.saving ? texts.saving : noticeTexts.pageProcessing}</span>
          {progress !== undefined && <span className="text-ink-faint"> {progress}</span>}
        </p>
        <Lines count={14} />
      </div>
    </div>
  );
}

function useRetry(sourceId: string): () => void {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => api.retrySource(sourceId),
    onError: (problem) => toast.error(messageOf(problem)),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
  return mutate;
}

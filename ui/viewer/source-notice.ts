import { EmbeddingStatus, TranscriptStatus, WebpageStatus } from '#core/contract/source.ts';
import type { Source } from '#core/contract/source.ts';
import { kindDescriptor } from '#core/kinds.ts';
import { noticeTexts as texts } from '#ui/kit/texts/source-notices.ts';
import { progressText } from './texts/source-progress.ts';

export interface SourceNotice {
  tone: 'busy' | 'warning' | 'failure';
  /** the exact words of the specification */
  text: string;
  /** what happened, or the progress */
  detail?: string;
  /** where it is shown: above any viewer, or in place of the missing part */
  from: 'source' | 'transcript' | 'webpage';
}

const stepOf = (source: Source): string | undefined => source.progress && progressText(source);

/**
 * The notice about a source's state; `undefined` if there is none. The first that applies, in the
 * specification's order.
 */
export function sourceNotice(source: Source): SourceNotice | undefined {
  const { transcript, embedding, webpage_processing: webpage } = source.status;
  const withDetail = (notice: SourceNotice, detail = source.error?.message): SourceNotice =>
    detail === undefined ? notice : { ...notice, detail };
  if (source.medium === 'timed' && transcript === TranscriptStatus.none) {
    return withDetail({ tone: 'warning', text: texts.noTranscript, from: 'transcript' });
  }
  if (source.medium === 'flow' && webpage === WebpageStatus.failed) {
    return withDetail({ tone: 'failure', text: texts.pageFailed, from: 'webpage' });
  }
  if (source.medium === 'flow' && webpage === WebpageStatus.processing) {
    return withDetail(
      { tone: 'busy', text: texts.pageProcessing, from: 'webpage' },
      stepOf(source),
    );
  }
  if (embedding === EmbeddingStatus.processing) {
    return withDetail({ tone: 'busy', text: texts.processing, from: 'source' }, stepOf(source));
  }
  if (embedding === EmbeddingStatus.unreadable || embedding === EmbeddingStatus.empty) {
    return withDetail({
      tone: 'warning',
      text: texts.unreadable(kindDescriptor(source.sourceType).label.toUpperCase()),
      from: 'source',
    });
  }
  if (embedding === EmbeddingStatus.timedOut) {
    return withDetail({ tone: 'warning', text: texts.timedOut, from: 'source' });
  }
  return undefined;
}

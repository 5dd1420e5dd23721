import { EmbeddingStatus, TranscriptStatus, WebpageStatus } from '#core/contract/source.ts';
import type { Source } from '#core/contract/source.ts';
import { kindDescriptor } from '#core/kinds.ts';
import { noticeTexts as texts } from '#ui/kit/texts/source-notices.ts';
import { progressText } from './texts/source-progress.ts';

export interface SourceNotice {
  tone: 'busy' | 'warning' | 'failure';
  /** the words of the specification, to the letter */
  text: string;
  /** what happened, or how far it is */
  detail?: string;
  /** where it is shown: over every viewer, or in the place of the part that is missing */
  from: 'source' | 'transcript' | 'webpage';
}

const stepOf = (source: Source): string | undefined => source.progress && progressText(source);

/**
 * What a person should know about a source's state; `undefined` when all is well. The first that
 * applies, in the specification's order.
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

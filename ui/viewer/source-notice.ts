import { EmbeddingStatus, TranscriptStatus, WebpageStatus } from '#core/contract/source.ts';
import type { Source, Stage } from '#core/contract/source.ts';

export interface SourceNotice {
  tone: 'busy' | 'warning' | 'failure';
  /** the words of the specification, to the letter */ text: string;
  /** what happened, or how far it is */ detail?: string;
  /** where it is shown: over every viewer, or in the place of the part that is missing */ from: 'source' | 'transcript' | 'webpage';
}

export const NO_TRANSCRIPT = 'This video doesn’t provide a transcript, so Gloss AI can’t generate highlights or notes automatically.';

const STAGES: Record<Stage, string> = {
  fetch: 'Fetching', extract: 'Reading', snapshot: 'Keeping a copy', chunk: 'Finding passages', embed: 'Learning the meaning', index: 'Indexing', refresh: 'Finding your notes in it',
};
const TYPES = { youtube: 'YOUTUBE', pdf: 'PDF', web: 'WEB' } as const;

function progressText({ progress, medium }: Source): string | undefined {
  if (!progress) return undefined;
  const unit = medium === 'paged' && progress.stage === 'extract' ? ' page' : '';
  const ready = progress.readyThrough ? `, ready up to page ${progress.readyThrough}` : '';
  return progress.total > 1 ? `${STAGES[progress.stage]}${unit} ${progress.done} of ${progress.total}${ready}` : STAGES[progress.stage];
}

/** What a person should know about a source's state; `undefined` when all is well. The first that applies, in the specification's order. */
export function sourceNotice(source: Source): SourceNotice | undefined {
  const { transcript, embedding, webpage_processing: webpage } = source.status;
  const withDetail = (notice: SourceNotice, detail = source.error?.message): SourceNotice => (detail === undefined ? notice : { ...notice, detail });
  if (source.medium === 'timed' && transcript === TranscriptStatus.none) {
    return withDetail({ tone: 'warning', text: 'No transcript available, AI features unavailable', from: 'transcript' });
  }
  if (source.medium === 'flow' && webpage === WebpageStatus.failed) {
    return withDetail({ tone: 'failure', text: 'Could\'nt load the website', from: 'webpage' });
  }
  if (source.medium === 'flow' && webpage === WebpageStatus.processing) {
    return withDetail({ tone: 'busy', text: 'Webpage is processing...', from: 'webpage' }, progressText(source));
  }
  if (embedding === EmbeddingStatus.processing) {
    return withDetail({ tone: 'busy', text: 'Processing source...', from: 'source' }, progressText(source));
  }
  if (embedding === EmbeddingStatus.unreadable || embedding === EmbeddingStatus.empty) {
    return withDetail({ tone: 'warning', text: `Unable to read ${TYPES[source.sourceType]}, AI features unavailable`, from: 'source' });
  }
  if (embedding === EmbeddingStatus.timedOut) {
    return withDetail({ tone: 'warning', text: 'Processing timed out - try re-adding source', from: 'source' });
  }
  return undefined;
}

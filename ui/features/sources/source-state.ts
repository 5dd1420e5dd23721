/** What a source's status means to a person: one sentence, one tooltip, and whether the assistant may use it. Pure. */
import { EmbeddingStatus, TranscriptStatus, WebpageStatus, type Source, type SourceType } from '#core/contract/source.ts';

export const TYPE_NAMES: Record<SourceType, string> = { youtube: 'YouTube', pdf: 'PDF', web: 'Web' };

export interface SourceState {
  kind: 'ready' | 'processing' | 'issue';
  /** the spec's status message; empty when ready */ label: string;
  /** empty when ready */ tooltip: string;
}

/** Read whole, or its first pages are while the rest still is. */
export const canBeAsked = (source: Source): boolean =>
  source.status.embedding === EmbeddingStatus.ready || (source.status.embedding === EmbeddingStatus.processing && (source.progress?.readyThrough ?? 0) > 0);

export function stateOf(source: Source): SourceState {
  const { transcript, embedding, webpage_processing: page } = source.status;
  if (source.medium === 'timed' && transcript === TranscriptStatus.none) {
    return { kind: 'issue', label: 'No Transcript found', tooltip: 'No transcript available, AI features unavailable' };
  }
  if (embedding === EmbeddingStatus.processing) return { kind: 'processing', label: 'Processing', tooltip: 'Processing source...' };
  if (embedding === EmbeddingStatus.timedOut) return { kind: 'issue', label: 'Issues with processing', tooltip: 'Processing timed out - try re-adding source' };
  if (embedding !== EmbeddingStatus.ready) {
    const label = source.medium === 'flow' && page === WebpageStatus.failed ? 'Could\'nt load the website' : 'Issues with processing';
    return { kind: 'issue', label, tooltip: `Unable to read ${TYPE_NAMES[source.sourceType]}, AI features unavailable` };
  }
  return { kind: 'ready', label: '', tooltip: '' };
}

/** "Reading page 41 of 212": where the long work stands. */
export function progressText(source: Source): string {
  const { progress, medium } = source;
  if (!progress) return 'Processing';
  const { stage, done, total, readyThrough } = progress;
  const counted = total > 1;
  switch (stage) {
    case 'fetch': return medium === 'timed' ? 'Fetching the video’s details' : 'Fetching';
    case 'extract':
      if (medium === 'paged' && counted) return `Reading page ${Math.min(done + 1, total)} of ${total}${readyThrough ? `, ready up to page ${readyThrough}` : ''}`;
      return { timed: 'Reading the transcript', paged: 'Reading the pages', flow: 'Reading the page' }[medium];
    case 'snapshot': return 'Keeping a copy';
    case 'chunk': return 'Finding its passages';
    case 'embed': return counted ? `Preparing passage ${Math.min(done + 1, total)} of ${total}` : 'Preparing its passages';
    case 'index': return counted ? `Indexing passage ${Math.min(done + 1, total)} of ${total}` : 'Indexing';
    case 'refresh': return 'Finding your notes in it again';
  }
}

/** The channel of a video, the site of a page, the author or the length of a document. */
export const bylineOf = (source: Source): string =>
  (source.youtube_metadata?.channel_data.channel_title || source.web_provider || source.author) ?? lengthOf(source) ?? hostOf(source) ?? TYPE_NAMES[source.sourceType];

const lengthOf = ({ pages }: Source): string | undefined => (pages === undefined ? undefined : `${pages} ${pages === 1 ? 'page' : 'pages'}`);

export const titleOf = (source: Source): string => source.youtube_metadata?.video_data.video_title || source.title || source.canonicalUrl;

function hostOf(source: Source): string | undefined {
  const url = URL.parse(source.canonicalUrl);
  return url && /^https?:$/.test(url.protocol) ? url.hostname.replace(/^www\./, '') : undefined;
}

/** An address of `http` or `https` on which the source can be visited. */
export function originalOf(source: Source): string | undefined {
  const url = URL.parse(source.sourceUrl ?? source.source_url ?? source.canonicalUrl);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The sources that an answer may use: readable, and not put aside. */
export const askable = (sources: readonly Source[], unselected: ReadonlySet<string>): Source[] =>
  sources.filter((it) => canBeAsked(it) && !unselected.has(it._id));

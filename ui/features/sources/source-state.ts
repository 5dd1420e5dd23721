/**
 * Describes a source's status: one sentence, one tooltip, and whether AI can use it. Pure.
 */
import {
  EmbeddingStatus,
  TranscriptStatus,
  WebpageStatus,
  type Source,
} from '#core/contract/source.ts';
import { kindDescriptor } from '#core/kinds.ts';
import { retryHelps } from '#ui/client/retry-source.ts';
import { sourceTexts, statusTexts as texts } from './texts/sources.ts';

export interface SourceState {
  kind: 'ready' | 'processing' | 'issue';
  /** the spec's status message; empty when ready */
  label: string;
  /** empty when ready */
  tooltip: string;
}

/** Ready, or its first pages are while the rest is still processing. */
export const canBeAsked = (source: Source): boolean =>
  source.status.embedding === EmbeddingStatus.ready ||
  (source.status.embedding === EmbeddingStatus.processing &&
    (source.progress?.readyThrough ?? 0) > 0);

export function stateOf(source: Source): SourceState {
  const { transcript, embedding, webpage_processing: page } = source.status;
  if (source.medium === 'timed' && transcript === TranscriptStatus.none)
    return { kind: 'issue', label: texts.noTranscript, tooltip: texts.noTranscriptTip };
  if (embedding === EmbeddingStatus.processing)
    return { kind: 'processing', label: texts.processing, tooltip: texts.processingTip };
  if (embedding === EmbeddingStatus.timedOut)
    return { kind: 'issue', label: texts.issues, tooltip: texts.timedOutTip };
  if (embedding !== EmbeddingStatus.ready) {
    const label =
      source.medium === 'flow' && page === WebpageStatus.failed ? texts.pageFailed : texts.issues;
    return {
      kind: 'issue',
      label,
      tooltip: texts.unreadableTip(kindDescriptor(source.sourceType).label),
    };
  }
  return { kind: 'ready', label: '', tooltip: '' };
}

/** Whether a retry can help. */
export const canRetry = (source: Source): boolean =>
  stateOf(source).kind === 'issue' && retryHelps(source);

/**
 * What is wrong with it and what to do, as a sentence; the tooltip adds the effect on the
 * assistant.
 */
export const issueOf = (source: Source): string => source.error?.message ?? stateOf(source).tooltip;

/** The effect on the assistant and, on a separate line, the reason if it is known. */
export const explanationOf = (source: Source): string =>
  [stateOf(source).tooltip, source.error?.message].filter(Boolean).join('\n');

/** Progress of the running stage, 0..1; undefined if it is not counted. */
export function shareDone({ progress }: Source): number | undefined {
  return progress && progress.total > 1 ? Math.min(1, progress.done / progress.total) : undefined;
}

/** The channel of a video, the site of a page, the author or the length of a document. */
export const bylineOf = (source: Source): string =>
  (source.youtube_metadata?.channel_data.channel_title || source.web_provider || source.author) ??
  lengthOf(source) ??
  hostOf(source) ??
  kindDescriptor(source.sourceType).label;

const lengthOf = ({ pages }: Source): string | undefined =>
  pages === undefined ? undefined : sourceTexts.pages(pages);

/** The original title of the page, the video or the document. */
export const siteTitleOf = (source: Source): string =>
  source.youtube_metadata?.video_data.video_title || source.title || source.canonicalUrl;

/** The owner's title, or else its own. */
export const titleOf = (source: Source): string => source.ownTitle || siteTitleOf(source);

function hostOf(source: Source): string | undefined {
  const url = URL.parse(source.canonicalUrl);
  return url && /^https?:$/.test(url.protocol) ? url.hostname.replace(/^www\./, '') : undefined;
}

/** The `http` or `https` address of the source. */
export function originalOf(source: Source): string | undefined {
  const url = URL.parse(source.sourceUrl ?? source.source_url ?? source.canonicalUrl);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** The sources that an answer can use: readable and not excluded. */
export const askable = (sources: readonly Source[], unselected: ReadonlySet<string>): Source[] =>
  sources.filter((it) => canBeAsked(it) && !unselected.has(it._id));

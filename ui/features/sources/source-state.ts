/** What a source's status means to a person: one sentence, one tooltip, and whether the assistant may use it. Pure. */
import type { FaultCode } from '#core/contract/faults.ts';
import { EmbeddingStatus, TranscriptStatus, WebpageStatus, type Source } from '#core/contract/source.ts';
import { progressTexts as steps, sourceTexts, statusTexts as texts } from '#ui/texts/sources.ts';

export const TYPE_NAMES = sourceTexts.types;

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
  if (source.medium === 'timed' && transcript === TranscriptStatus.none) return { kind: 'issue', label: texts.noTranscript, tooltip: texts.noTranscriptTip };
  if (embedding === EmbeddingStatus.processing) return { kind: 'processing', label: texts.processing, tooltip: texts.processingTip };
  if (embedding === EmbeddingStatus.timedOut) return { kind: 'issue', label: texts.issues, tooltip: texts.timedOutTip };
  if (embedding !== EmbeddingStatus.ready) {
    const label = source.medium === 'flow' && page === WebpageStatus.failed ? texts.pageFailed : texts.issues;
    return { kind: 'issue', label, tooltip: texts.unreadableTip(texts.types[source.sourceType]) };
  }
  return { kind: 'ready', label: '', tooltip: '' };
}

/** Reading the same once more gives the same. */
const HOPELESS: ReadonlySet<string> = new Set(['unsupported_url', 'blocked_address', 'no_text'] satisfies FaultCode[]);
/** What is wrong with a file stays wrong; what lies at an address may be another by now. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['password_protected', 'corrupt_file', 'too_large'] satisfies FaultCode[]);

/** Whether reading it again can help. */
export function canRetry(source: Source): boolean {
  if (stateOf(source).kind !== 'issue') return false;
  const code = source.error?.code ?? '';
  return !HOPELESS.has(code) && !(OF_THE_FILE.has(code) && originalOf(source) === undefined);
}

/** What is wrong with it and what to do, as a sentence; the tooltip says what follows for the assistant. */
export const issueOf = (source: Source): string => source.error?.message ?? stateOf(source).tooltip;

/** "Reading page 41 of 212": where the long work stands. */
export function progressText(source: Source): string {
  const { progress, medium } = source;
  if (!progress) return texts.processing;
  const { stage, done, total, readyThrough } = progress;
  const counts = total > 1;
  const at = Math.min(done + 1, total);
  switch (stage) {
    case 'fetch': return medium === 'timed' ? steps.fetchVideo : steps.fetch;
    case 'extract': return medium === 'paged' && counts ? steps.readPage(at, total) + (readyThrough ? steps.readyThrough(readyThrough) : '') : steps.read[medium];
    case 'snapshot': return steps.keep;
    case 'chunk': return steps.split;
    case 'embed': return counts ? steps.embedOf(at, total) : steps.embed;
    case 'index': return counts ? steps.indexOf(at, total) : steps.index;
    case 'refresh': return steps.refresh;
  }
}

/** How much of the running stage is done, 0..1; undefined where it is not counted. */
export function shareDone({ progress }: Source): number | undefined {
  return progress && progress.total > 1 ? Math.min(1, progress.done / progress.total) : undefined;
}

/** The channel of a video, the site of a page, the author or the length of a document. */
export const bylineOf = (source: Source): string =>
  (source.youtube_metadata?.channel_data.channel_title || source.web_provider || source.author) ?? lengthOf(source) ?? hostOf(source) ?? TYPE_NAMES[source.sourceType];

const lengthOf = ({ pages }: Source): string | undefined => (pages === undefined ? undefined : sourceTexts.pages(pages));

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

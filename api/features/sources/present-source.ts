import { EmbeddingStatus, type Source } from '#core/contract/source.ts';
import { DEFAULT_FILE, kindDescriptor } from '#core/kinds.ts';
import { isoDate } from '#core/text/iso-date.ts';
import {
  asBeingRead,
  heldVersion,
  stateOfSource,
  type SourceRow,
  type StoredFacts,
  type StoredImage,
} from '#pipeline/library/index.ts';
import { relayUrl, type Signer } from '../content/index.ts';

const defined = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

function thumbnails(
  facts: StoredFacts,
  image: (kept: StoredImage | undefined) => string | undefined,
): Source['thumbnails'] {
  const sized = (url: string | undefined) => (url ? { default: { url } } : undefined);
  const kept = sized(image(facts.images?.preview));
  // The saved copy takes precedence over addresses at the site.
  const video = kept || facts.thumbnails ? { ...facts.thumbnails, ...kept } : undefined;
  const channel = sized(image(facts.images?.channelIcon));
  return defined({
    icon: image(facts.images?.icon),
    preview: image(facts.images?.preview),
    youtube: video || channel ? defined({ video, channel }) : undefined,
  });
}

/**
 * Returns a row as the contract's Source, with signed addresses of its files. `similar`: the
 * earlier source with a similar text.
 */
export function presentSource(row: SourceRow, signer: Signer, similar?: SourceRow): Source {
  const { facts, medium } = row;
  const image = (kept: StoredImage | undefined) =>
    kept ? signer.url({ what: 'file', ...kept, name: 'image' }) : undefined;
  const view = (mode: 'reader' | 'web') =>
    medium === 'flow' && row.webpageStatus === 0
      ? signer.url({ what: 'view', source: row.id, version: row.version, mode })
      : undefined;
  const saving = row.assetsDueAt !== null && row.embeddingStatus === EmbeddingStatus.ready;
  const { files: [file = DEFAULT_FILE] = [], hasWebView } = kindDescriptor(row.kind);
  const document = facts.documentKey
    ? signer.url({
        what: 'file',
        key: facts.documentKey,
        type: file.type,
        name: `${row.title}.${file.extension}`,
      })
    : undefined;
  return {
    _id: row.id,
    sourceType: row.kind,
    medium,
    title: row.title,
    createdAt: row.createdAt.toISOString(),
    state: stateOfSource(row),
    status: {
      transcript: row.transcriptStatus,
      embedding: row.embeddingStatus,
      webpage_processing: row.webpageStatus,
    },
    canonicalUrl: row.canonicalUrl,
    thumbnails: thumbnails(facts, image),
    refreshEvery: row.refreshEvery,
    version: row.version,
    ...defined({
      [medium === 'timed' ? 'source_url' : 'sourceUrl']: signer.currentSampleUrl(row.url),
      thumbnail: image(facts.images?.thumbnail),
      web_provider: medium === 'flow' ? (facts.siteName ?? hostOf(row.canonicalUrl)) : undefined,
      fileUrl: document ?? (!hasWebView || (saving && row.version === 1) ? undefined : view('web')),
      readModFileUrl: view('reader'),
      mediaUrl: facts.mediaUrl === undefined ? undefined : mediaUrl(facts.mediaUrl, row, signer),
      provider: facts.provider,
      channelThumbnail: image(facts.images?.channelIcon),
      youtube_metadata:
        medium === 'timed'
          ? {
              ...defined({ video_id: facts.videoId }),
              video_data: { video_title: row.title },
              channel_data: { channel_title: facts.channelTitle ?? hostOf(row.canonicalUrl) },
            }
          : undefined,
      transcript: facts.transcript,
      description: medium === 'timed' ? facts.description : undefined,
      channelUrl: facts.channelUrl,
      language: facts.language,
      duration: facts.durationS,
      pages: facts.pages,
      author: facts.author,
      // Rows of earlier versions have dates as the sites wrote them.
      publishedAt: isoDate(facts.publishedAt ?? ''),
      contentHash: row.contentHash ?? undefined,
      similarTo: similar && { _id: similar.id, title: similar.title },
      ...ownFields(row),
      saving: saving || undefined,
      ...refreshFields(row),
      error: row.errorCode ? { code: row.errorCode, message: row.errorMessage ?? '' } : undefined,
      progress:
        row.stage && row.embeddingStatus === 0
          ? {
              stage: row.stage,
              done: row.progressDone,
              total: row.progressTotal,
              ...defined({ readyThrough: row.readyThrough ?? undefined }),
            }
          : undefined,
    }),
  };
}

/** Fields that only the owner sees. */
function ownFields({ kept }: SourceRow) {
  const { title, note, tags, folders, addedAt, flags, highlights } = kept;
  return {
    ownTitle: title,
    ownNote: note,
    tags,
    folder: folders?.[0]?.replaceAll(' / ', '/'),
    folders,
    addedAt,
    flags,
    highlights,
  };
}

/** Results of refreshes. */
function refreshFields(row: SourceRow) {
  const { stage, pendingVersion, refreshedAt, refreshError, facts } = row;
  const isRefreshing = stage !== null && (pendingVersion !== null || stage === 'refresh');
  const version = heldVersion(row);
  return {
    refreshedAt: refreshedAt?.toISOString(),
    refreshing: isRefreshing || undefined,
    held: version === undefined ? undefined : { version, title: asBeingRead(row).title },
    moved: facts.moved,
    refreshError: refreshError ?? undefined,
  };
}

/** Our samples are on the content host; other media are relayed through it. */
function mediaUrl(address: string, { id, version }: SourceRow, signer: Signer): string | undefined {
  const here = signer.currentSampleUrl(address);
  if (!URL.canParse(here)) return undefined;
  return new URL(here).origin === new URL(signer.contentUrl).origin
    ? here
    : relayUrl(signer, { source: id, version, url: here, isPart: false });
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
}

import { DataTypes, type Model, type ModelStatic, type Optional, type Sequelize } from 'sequelize';
import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { AnchorMark, Locator, Medium } from '#core/contract/locator.ts';
import type { SourceFlag, SourceType, Stage, TranscriptQuality } from '#core/contract/source.ts';
import type { SourceFacts } from '#pipeline/sources/contract.ts';

/** The file key of a stored image, with its content type. */
export interface StoredImage {
  key: string;
  type: string;
}
export type StoredImages = Partial<
  Record<'icon' | 'preview' | 'thumbnail' | 'channelIcon', StoredImage>
>;
/** `documentKey`: the original file that a viewer opens, if any. */
export type StoredFacts = Partial<SourceFacts> & {
  images?: StoredImages;
  origin?: string;
  documentKey?: string;
  /** the media type of an uploaded file */
  uploadType?: string;
  transcript?: TranscriptQuality;
  /** the transcript supplied by its owner, as `{text, format, language?}` */
  ownTranscriptKey?: string;
  /** since when it waits for its site or for the index */
  waitingSince?: string;
  /** its address has moved permanently; `takenBy`: the source that already has the new address */
  moved?: { from: string; to: string; at: string; takenBy?: SourceId };
  /** `contentHash` of the last held version that its owner refused */
  refusedHash?: string;
  /** its host wasn't found the day before; if it isn't found again, the source fails */
  isLastTry?: boolean;
};

/** `at` and `anchor`: the position of its text, set by a refresh. */
export interface StoredHighlight {
  text: string;
  note?: string;
  createdAt?: string;
  at?: Locator;
  anchor?: AnchorMark;
}
/** The owner's metadata of a source: imported, or entered by hand. */
export interface OwnerMetadata {
  /** it was listed in an import, so it stays as a bookmark if it can't be read */
  imported?: true;
  title?: string;
  tags?: string[];
  folders?: string[];
  addedAt?: string;
  note?: string;
  flags?: SourceFlag[];
  highlights?: StoredHighlight[];
}

/** A thread that held a source, with the reading state there. `addedAt`: ISO 8601. */
export interface HeldBy {
  threadId: ThreadId;
  addedAt: string;
  metadata: object;
}

/**
 * A source of one owner's library. `stage` is the next stage that is due, or null once the source
 * is settled. This row is authoritative; the queue only schedules it.
 */
export interface SourceRow {
  id: SourceId;
  ownerId: UserId;
  kind: SourceType;
  medium: Medium;
  /** the user chose the kind or the address determines it, so it isn't detected from the bytes */
  kindCertain: boolean;
  url: string;
  canonicalUrl: string;
  uploadKey: string | null;
  title: string;
  facts: StoredFacts;
  /** the newest complete version */
  version: number;
  /**
   * the version that a refresh is processing, or that is held for review (`isHeld`); until it is
   * done, the previous one stays current
   */
  pendingVersion: number | null;
  /** changes by the pending version's stages, applied to the row once it is done */
  pendingPatch: Partial<SourceRow> | null;
  stage: Stage | null;
  dueAt: Date | null;
  transcriptStatus: number;
  embeddingStatus: number;
  webpageStatus: number;
  progressDone: number;
  progressTotal: number;
  /** last page that can be searched while the rest is being read */
  readyThrough: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  contentHash: string | null;
  refreshEvery: string | null;
  refreshedAt: Date | null;
  nextRefreshAt: Date | null;
  /** why the last refresh kept the previous version */
  refreshError: { code: string; message: string; at: string } | null;
  /** SHA-256 of the fetched bytes */
  bytesHash: string | null;
  /** SHA-256 of the letters and digits of the text; null for a short text */
  textHash: string | null;
  /** MinHash of the text in four bands of 8 hex digits */
  likeness: string | null;
  /** an older source with nearly the same text */
  similarTo: SourceId | null;
  /** set on a tombstone: the source that this one turned out to be */
  duplicateOf: SourceId | null;
  /** the embedding model of its passages in the index; null if they have no vectors */
  embeddedBy: string | null;
  /** claimed by a worker, or waiting for a retry, until then */
  embedDueAt: Date | null;
  /** since when images and styles of the ready version are due; null once saved */
  assetsDueAt: Date | null;
  kept: OwnerMetadata;
  /** when it was deleted, even if it can still be restored from the trash */
  deletedAt: Date | null;
  /** set while it is in the trash: the threads that held it */
  trash: { threads: HeldBy[] } | null;
  createdAt: Date;
  updatedAt: Date;
}
type Defaulted = Exclude<
  keyof SourceRow,
  'id' | 'ownerId' | 'kind' | 'medium' | 'kindCertain' | 'url' | 'canonicalUrl' | 'title'
>;
export type SourceInstance = Model<SourceRow, Optional<SourceRow, Defaulted>>;
export type SourcePatch = Partial<Omit<SourceRow, 'id' | 'ownerId' | 'createdAt' | 'updatedAt'>>;
export type SourceModel = ModelStatic<SourceInstance>;

// Functions, not constants: Sequelize writes into the definitions it is given.
const int = (defaultValue: number) => ({ type: DataTypes.INTEGER, allowNull: false, defaultValue });
const text = () => ({ type: DataTypes.TEXT, allowNull: false });
const maybeText = () => ({ type: DataTypes.TEXT, allowNull: true });

/** Created for each Sequelize instance, because it writes the types of its dialect into them. */
const sourceColumns = () => ({
  id: { type: DataTypes.UUID, primaryKey: true },
  ownerId: { type: DataTypes.UUID, allowNull: false, field: 'owner_id' },
  kind: text(),
  medium: text(),
  kindCertain: { type: DataTypes.BOOLEAN, allowNull: false, field: 'kind_certain' },
  url: text(),
  canonicalUrl: { ...text(), field: 'canonical_url' },
  uploadKey: { ...maybeText(), field: 'upload_key' },
  title: text(),
  facts: { type: DataTypes.JSON, allowNull: false, defaultValue: {} },
  version: int(1),
  pendingVersion: { type: DataTypes.INTEGER, field: 'pending_version' },
  pendingPatch: { type: DataTypes.JSON, field: 'pending_patch' },
  stage: maybeText(),
  dueAt: { type: DataTypes.DATE, field: 'due_at' },
  transcriptStatus: { ...int(0), field: 'transcript_status' },
  embeddingStatus: { ...int(0), field: 'embedding_status' },
  webpageStatus: { ...int(0), field: 'webpage_status' },
  progressDone: { ...int(0), field: 'progress_done' },
  progressTotal: { ...int(0), field: 'progress_total' },
  readyThrough: { type: DataTypes.INTEGER, field: 'ready_through' },
  errorCode: { ...maybeText(), field: 'error_code' },
  errorMessage: { ...maybeText(), field: 'error_message' },
  contentHash: { ...maybeText(), field: 'content_hash' },
  refreshEvery: { ...maybeText(), field: 'refresh_every' },
  refreshedAt: { type: DataTypes.DATE, field: 'refreshed_at' },
  nextRefreshAt: { type: DataTypes.DATE, field: 'next_refresh_at' },
  refreshError: { type: DataTypes.JSON, field: 'refresh_error' },
  bytesHash: { ...maybeText(), field: 'bytes_hash' },
  textHash: { ...maybeText(), field: 'text_hash' },
  likeness: maybeText(),
  similarTo: { type: DataTypes.UUID, field: 'similar_to' },
  duplicateOf: { type: DataTypes.UUID, field: 'duplicate_of' },
  embeddedBy: { ...maybeText(), field: 'embedded_by' },
  embedDueAt: { type: DataTypes.DATE, field: 'embed_due_at' },
  assetsDueAt: { type: DataTypes.DATE, field: 'assets_due_at' },
  kept: { type: DataTypes.JSON, allowNull: false, defaultValue: {} },
  deletedAt: { type: DataTypes.DATE, field: 'deleted_at' },
  trash: { type: DataTypes.JSON },
  createdAt: { type: DataTypes.DATE, allowNull: false, field: 'created_at' },
  updatedAt: { type: DataTypes.DATE, allowNull: false, field: 'updated_at' },
});

export const defineSource = (sequelize: Sequelize): SourceModel =>
  sequelize.define<SourceInstance>('Source', sourceColumns(), {
    tableName: 'sources',
    timestamps: true,
  });

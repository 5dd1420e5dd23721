import { DataTypes, type Model, type ModelStatic, type Optional, type Sequelize } from 'sequelize';
import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import type { AnchorMark, Locator, Medium } from '#core/contract/locator.ts';
import type { SourceFlag, SourceType, Stage, TranscriptQuality } from '#core/contract/source.ts';
import type { SourceFacts } from '#pipeline/sources/contract.ts';

/** A copy of an image, by file key, with its content type. */
export interface StoredImage {
  key: string;
  type: string;
}
export type StoredImages = Partial<
  Record<'icon' | 'preview' | 'thumbnail' | 'channelIcon', StoredImage>
>;
/** `documentKey`: the original that a viewer opens, where there is one. */
export type StoredFacts = Partial<SourceFacts> & {
  images?: StoredImages;
  origin?: string;
  documentKey?: string;
  /** the media type of an uploaded file */
  uploadType?: string;
  transcript?: TranscriptQuality;
  /** the transcript that its owner gave, as `{text, format, language?}` */
  ownTranscriptKey?: string;
  /** since when its site has asked for patience, or the index could not be reached */
  waitingSince?: string;
  /** its address has moved for good; `takenBy`: the source that the new address is already */
  moved?: { from: string; to: string; at: string; takenBy?: SourceId };
  /** `contentHash` of the last held version that its owner refused */
  refusedHash?: string;
  /** its site was not found the day before: if it is not found again, that is final */
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
/** What its owner brought along from elsewhere: of an import, or given by hand. */
export interface OwnerMetadata {
  /** its owner listed it in an import: it stays as a bookmark where it cannot be read */
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
 * A source of one owner's library. `stage` is the next step due, null once settled: this row is the
 * truth that the queue only clocks.
 */
export interface SourceRow {
  id: SourceId;
  ownerId: UserId;
  kind: SourceType;
  medium: Medium;
  /** the kind was said by the user or certain from the address, so the bytes are not asked */
  kindCertain: boolean;
  url: string;
  canonicalUrl: string;
  uploadKey: string | null;
  title: string;
  facts: StoredFacts;
  /** the newest version that was read whole */
  version: number;
  /**
   * the version a refresh is reading, or has read and holds for review (`isHeld`); the one before
   * stays current until it is done
   */
  pendingVersion: number | null;
  /** what the pending version's stages have learnt, put on the row once it is done */
  pendingPatch: Partial<SourceRow> | null;
  stage: Stage | null;
  dueAt: Date | null;
  transcriptStatus: number;
  embeddingStatus: number;
  webpageStatus: number;
  progressDone: number;
  progressTotal: number;
  /** last page that can be searched already while the rest is read */
  readyThrough: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  contentHash: string | null;
  refreshEvery: string | null;
  refreshedAt: Date | null;
  nextRefreshAt: Date | null;
  /** why the last refresh kept the version before */
  refreshError: { code: string; message: string; at: string } | null;
  /** SHA-256 of what was fetched */
  bytesHash: string | null;
  /** SHA-256 of the text, letters and digits alone; null for a short one */
  textHash: string | null;
  /** MinHash of the text in four bands of 8 hex digits */
  likeness: string | null;
  /** an older source whose text is nearly the same */
  similarTo: SourceId | null;
  /** set on a tombstone: the source that this one turned out to be */
  duplicateOf: SourceId | null;
  /**
   * the model by which its passages in the index were embedded; null when they are found by words
   * alone
   */
  embeddedBy: string | null;
  /** while another worker embeds it, or until it is tried again */
  embedDueAt: Date | null;
  /** since when the images and styles of the ready version are to be saved; null once they are */
  assetsDueAt: Date | null;
  kept: OwnerMetadata;
  /** when it was deleted, also while it can be restored from the trash */
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

/** Anew for each Sequelize, which puts the types of its dialect into them. */
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

export type { Database } from './database.ts';
export type { FileStore } from './file-store.ts';
export { createDiskFiles } from './disk-files.ts';
export { createS3Files } from './create-s3-files.ts';
export { watchDiskSpace, type DiskSpace } from './disk-space.ts';
export { createFileCollector, type FileCollector } from './file-collector.ts';
export { withLocalCopies } from './local-copies.ts';
export { Library } from './library.ts';
export { heldVersion, isHeld } from './held-version.ts';
export { moveAddress } from './move-address.ts';
export { asBeingRead, versionBeingRead } from './versions.ts';
export type {
  HeldBy,
  SourcePatch,
  SourceRow,
  StoredFacts,
  StoredImage,
  StoredImages,
} from './source.model.ts';
export type { VersionRow } from './version.model.ts';
export { BEGUN, isUnreadable, stateOfSource } from './source-state.ts';
export { folderLevels } from './selection.ts';
export { changeAddress } from './change-address.ts';
export { giveOwnTranscript } from './own-transcript.ts';
export {
  findWebView,
  readPictures,
  readReaderView,
  readSnapshot,
  readSnapshotKey,
  readTranscript,
} from './read-artifacts.ts';
export { Imports, type ImportActivity, type ItemCounts } from './imports.ts';
export { Follows, type FollowRow } from './follows.ts';
export { offlineImports } from './offline-imports.ts';
export { ImportWork, type RunningItem, type Settlement } from './import-work.ts';
export type { ImportRow, NewItem, OpenItem, PlannedSource, Upload } from './import-rows.ts';
export {
  changeOwnerMetadata,
  saveImportedMetadata as keepForOwner,
  mergeImportedMetadata as mergeKept,
} from './imported-metadata.ts';

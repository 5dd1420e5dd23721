/** What the file of a saved page holds. */

/** A file of a page. */
export interface SavedFile {
  /** absolute, or `cid:…` */
  url: string;
  type: string;
  /** the whole header `Content-Type`, which may name the encoding */
  contentType: string;
  bytes: Uint8Array;
}
/** `files`: those that the page loads. */
export interface SavedFiles {
  page: SavedFile;
  files: readonly SavedFile[];
}

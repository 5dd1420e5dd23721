/** The files within a saved page. */

/** A file of a page. */
export interface SavedFile {
  /** absolute, or `cid:…` */
  url: string;
  type: string;
  /** the complete header `Content-Type`, which may name the encoding */
  contentType: string;
  bytes: Uint8Array;
}
/** `files`: resources of the page. */
export interface SavedFiles {
  page: SavedFile;
  files: readonly SavedFile[];
}

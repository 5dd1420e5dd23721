/** Input and output of a reader of one format. */
import type { ImportFormat, ParsedImport } from '#core/contract/import.ts';

export interface ImportInput {
  /** decoded text, with lines ended by \n */
  text: string;
  /** the user's name for the file; empty for pasted text */
  name: string;
  /** where the file was fetched, to resolve relative addresses */
  url?: string | undefined;
  /** the parsed value if the text is JSON; a list of values if every line is JSON */
  json?: unknown;
  /** the first element in lower case, if the text is markup: `opml`, `rss`, `html`, `dl` */
  root?: string;
}

export interface Reader {
  /** formats that a user can request for this reader, the plainest first */
  formats: readonly [ImportFormat, ...ImportFormat[]];
  /** display name of the format, with its article */
  called: string;
  /** recognises the format by content only; the first matching reader of the registry is used */
  recognises(input: ImportInput): boolean;
  /**
   * Every record ends up in `entries` or `unread`. Faults: `bad_request` if no records can be
   * recognised.
   */
  read(input: ImportInput): ParsedImport;
}

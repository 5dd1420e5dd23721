/** What a reader of one format is given, and what it gives. */
import type { ImportFormat, ImportReading } from '#core/contract/import.ts';

export interface ImportInput {
  /** decoded, lines ended by \n */
  text: string;
  /** of the file, as the user has it; empty for pasted text */
  name: string;
  /** where it was fetched, for addresses that are relative to it */
  url?: string | undefined;
  /** the value, where the text is JSON; a list of values, where every line is JSON of its own */
  json?: unknown;
  /** the first element in lower case, where the text is markup: `opml`, `rss`, `html`, `dl` */
  root?: string;
}

export interface Reader {
  /** what a user may ask for to get this reader, the plainest first */
  formats: readonly [ImportFormat, ...ImportFormat[]];
  /** a person's word for what it reads, with its article */
  called: string;
  /** by content alone; the first reader of the registry to say yes reads */
  recognises(input: ImportInput): boolean;
  /**
   * Every record ends in `entries` or `unread`. Faults: `bad_request` when nothing of the input can
   * be told apart.
   */
  read(input: ImportInput): ImportReading;
}

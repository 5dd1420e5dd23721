import type { Fields } from '../fields.ts';
import type { ParsedEntry } from '../reading.ts';

/** A record with what its position in the file says about it. */
export interface JsonRecord {
  value: unknown;
  folder?: string;
  tags?: readonly string[];
}
/** The entry, or why there is nothing to add. */
export type ParsedOrWhy = ParsedEntry | { why: string };

export interface JsonService {
  format: string;
  label: string;
  recognises(json: unknown): boolean;
  records(json: unknown): Iterable<JsonRecord>;
  /** overrides the usual field names */
  read?(fields: Fields, found: ParsedEntry): ParsedOrWhy;
}

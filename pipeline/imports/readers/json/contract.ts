import type { Fields } from '../fields.ts';
import type { ParsedEntry } from '../reading.ts';

/** A record with what its place in the file says of it. */
export interface JsonRecord {
  value: unknown;
  folder?: string;
  tags?: readonly string[];
}
/** `found`, or why there is nothing to add. */
export type ParsedOrWhy = ParsedEntry | { why: string };

export interface JsonService {
  format: string;
  label: string;
  recognises(json: unknown): boolean;
  records(json: unknown): Iterable<JsonRecord>;
  /** over what any record would say */
  read?(fields: Fields, found: ParsedEntry): ParsedOrWhy;
}

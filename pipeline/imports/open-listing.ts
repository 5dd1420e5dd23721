import type { ListingLimits } from '#core/contract/import.ts';
import type { Listed } from './stage-listing.ts';

/** HTTP validators of a response, for the next request. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}
export interface OpenedListing extends Listed {
  title?: string | undefined;
  /** The address of the feed, if `url` was a page that names it. */
  url?: string;
  /** the new address, if the listing has moved permanently */
  movedTo?: string | undefined;
  validators?: Validators;
}
/**
 * Reads the entries of a listing. An implementation may ignore `limits`; the caller applies them.
 * With `validators` a listing that has not changed since has no entries. Throws faults of
 * `core/contract/faults.ts`.
 */
export type OpenListing = (
  url: string,
  limits: ListingLimits,
  signal: AbortSignal,
  validators?: Validators,
) => Promise<OpenedListing>;

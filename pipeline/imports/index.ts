/**
 * The public interface of imports: staging, feeding and listings. `Parser.readImport` reads their
 * files in a child process.
 */
export { createBookmarkPlan, createPlan, withScheme } from './plan-source.ts';
export { previewImport, startImport } from './start-import.ts';
export type { StagingPorts } from './stage.ts';
export { startFeeder } from './feeder.ts';
export { beginCheck, beginDueChecks } from './begin-checks.ts';
export { feedAddress } from './known-feeds.ts';
export { createListings } from './listings.ts';
export type { OpenedListing, OpenListing } from './open-listing.ts';

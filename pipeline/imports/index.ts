/**
 * The door of imports: how they are staged, fed and opened. Their files are read in a child, by
 * `Parser.readImport`.
 */
export { createBookmarkPlan, createPlan } from './plan-source.ts';
export { previewImport, startImport } from './start.ts';
export type { StagingPorts } from './stage.ts';
export { startFeeder } from './feeder.ts';
export { createListings, type OpenListing } from './listings.ts';

/** The door of what imports are read with. Foreign bytes go through `Parser.readImport`, so that they are read in a child. */
export { readImport } from './readers/read-import.ts';
export { createPlan, type PlanSource } from './plan-source.ts';
export { previewImport, startImport } from './start.ts';
export type { StagingPorts } from './stage.ts';
export { startFeeder, type Feeder } from './feeder.ts';
export { createListings, type OpenListing } from './listings.ts';

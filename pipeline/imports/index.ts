/** The door of what imports are read with. Foreign bytes go through `Parser.readImport`, so that they are read in a child. */
export { readFeed, type Feed, type FeedEntry } from './readers/feed/feed.ts';
export { isListing, listingOf } from './readers/listing.ts';
export { readImport } from './readers/read-import.ts';

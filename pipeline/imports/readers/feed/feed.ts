import type { ImportInput, Reader } from '../contract.ts';
import { isJsonFeed, readJsonFeed } from './json-feed.ts';
import { readXmlFeed } from './xml-feed.ts';

const ROOTS = /^(?:\w+:)?(?:rss|feed|rdf)$/;

/**
 * RSS, RDF, Atom and JSON Feed: their entries are sources, `addedAt` is the day each was published.
 */
export const feed: Reader = {
  formats: ['feed', 'json'],
  called: 'a feed',
  recognises: (input: ImportInput) =>
    isJsonFeed(input.json) || (input.root !== undefined && ROOTS.test(input.root)),
  read: (input) =>
    (isJsonFeed(input.json) ? readJsonFeed(input.json) : readXmlFeed(input)).as('feed', 'feed'),
};

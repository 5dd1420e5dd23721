import type { ImportInput, Reader } from '../contract.ts';
import { isJsonFeed, readJsonFeed } from './json-feed.ts';
import { feedsOfPage, readFeedsOfPage } from './page-feeds.ts';
import { isPubmedResult, readPubmedResult } from './pubmed-result.ts';
import { readXmlFeed } from './xml-feed.ts';

const ROOTS = /^(?:\w+:)?(?:rss|feed|rdf|urlset)$/;

/**
 * Reads RSS, RDF, Atom, JSON Feed, sitemaps and search results of PubMed: entries become sources,
 * and `addedAt` is the publication date. A web page that names its feed yields that feed.
 */
export const feed: Reader = {
  formats: ['feed', 'json'],
  called: 'a feed',
  recognises: (input: ImportInput) =>
    isJsonFeed(input.json) ||
    isPubmedResult(input) ||
    (input.root !== undefined && ROOTS.test(input.root)) ||
    feedsOfPage(input).length > 0,
  read(input) {
    const reading = isJsonFeed(input.json)
      ? readJsonFeed(input.json)
      : isPubmedResult(input)
        ? readPubmedResult(input)
        : input.root === 'html'
          ? readFeedsOfPage(input)
          : readXmlFeed(input);
    return reading.as('feed', 'feed');
  },
};

import type { ImportInput } from '../contract.ts';
import { scanMarkup } from '../markup/scan.ts';
import { Reading } from '../reading.ts';

const FEED_TYPES = /^(?:application\/(?:rss\+xml|atom\+xml|feed\+json)|text\/xml)$/i;

/** Addresses of the feeds that a fetched web page names in its head, in their order. */
export function feedsOfPage(input: ImportInput): string[] {
  const { url, root, text } = input;
  if (url === undefined || root !== 'html') return [];
  const feeds: string[] = [];
  scanMarkup(
    text,
    { xml: false },
    {
      open(tag, attributes) {
        const relations = attributes.get('rel')?.toLowerCase().split(/\s/) ?? [];
        if (tag !== 'link' || !relations.includes('alternate')) return;
        const address = URL.parse(attributes.get('href')?.trim() ?? '', url);
        if (address && FEED_TYPES.test(attributes.get('type')?.trim() ?? ''))
          feeds.push(address.href);
      },
      close: () => undefined,
      text: () => undefined,
      cut: () => undefined,
    },
  );
  return feeds;
}

/** Reads the first feed of a page as a listing: blogs name their posts first, then comments. */
export function readFeedsOfPage(input: ImportInput): Reading {
  const reading = new Reading();
  const [first] = feedsOfPage(input);
  reading.add({ line: 1, kind: 'listing', url: first });
  return reading;
}

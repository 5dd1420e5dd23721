import type { ImportEntry, ImportUnread } from '#core/contract/import.ts';
import { Fault } from '#core/contract/faults.ts';
import type { ImportInput, Reader } from '../contract.ts';
import { takeIn } from '../input.ts';
import { asLine, Reading } from '../reading.ts';
import type { FeedFound } from './contract.ts';
import { isJsonFeed, readJsonFeed } from './json-feed.ts';
import { readXmlFeed } from './xml-feed.ts';

/** `addedAt` is the day it was published. */
export interface FeedEntry extends ImportEntry { author?: string }
export interface Feed {
  title?: string;
  /** the site it belongs to */ siteUrl?: string;
  /** as the feed orders them, which is mostly the newest first */ entries: FeedEntry[];
  unread: ImportUnread[];
}

const ROOTS = /^(?:\w+:)?(?:rss|feed|rdf)$/;
const isFeed = (input: ImportInput): boolean => isJsonFeed(input.json) || (input.root !== undefined && ROOTS.test(input.root));

function entriesOf(found: FeedFound): { reading: Reading; authors: Map<ImportEntry, string> } {
  const reading = new Reading();
  const authors = new Map<ImportEntry, string>();
  for (const item of found.items) {
    const before = reading.entries.length;
    reading.add(item);
    const [added, author] = [reading.entries[before], asLine(item.author, 200)];
    if (added !== undefined && author !== '') authors.set(added, author);
  }
  if (found.cut) reading.skip(found.cut.line, found.cut.text, 'The feed ends in the middle of this line. Fetch it again.');
  return { reading, authors };
}

const findIn = (input: ImportInput, base?: string): FeedFound => (isJsonFeed(input.json) ? readJsonFeed(input.json) : readXmlFeed(input, base));

/** RSS, RDF, Atom or JSON Feed; `url` is where it came from, for addresses relative to it. Faults: `bad_request` when it is none. */
export function readFeed(bytes: Uint8Array, { url }: { url?: string } = {}): Feed {
  const input = takeIn(bytes, url ?? '');
  if (!isFeed(input)) throw new Fault('bad_request', { message: 'There is no feed at this address. Look for the address of its RSS or Atom feed.' });
  const found = findIn(input, url);
  const { reading, authors } = entriesOf(found);
  const title = asLine(found.title);
  return {
    ...(title === '' ? {} : { title }), ...(found.siteUrl === undefined ? {} : { siteUrl: found.siteUrl }),
    entries: reading.entries.map((entry) => { const author = authors.get(entry); return author === undefined ? entry : { ...entry, author }; }),
    unread: reading.unread,
  };
}

/** A saved feed, whose entries are sources themselves. */
export const feed: Reader = {
  formats: ['feed', 'json'], called: 'a feed',
  recognises: isFeed,
  read: (input) => entriesOf(findIn(input)).reading.as('feed', 'feed'),
};

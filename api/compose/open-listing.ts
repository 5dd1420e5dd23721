import { basename } from 'node:path';
import {
  feedAddress,
  withScheme,
  type OpenedListing,
  type OpenListing,
} from '#pipeline/imports/index.ts';
import type { Net } from '#pipeline/net/index.ts';
import type { Parser } from '#pipeline/run/child.ts';
import { listing } from '#pipeline/sources/registry.ts';
import type { Settings } from '#config/settings.ts';

const NOT_MODIFIED = 304;

interface ListingPorts {
  net: Net;
  parser: Parser;
  settings: Pick<Settings, 'maxPageBytes'>;
}

/**
 * Opens a playlist or channel with its kind of source, and anything else as a feed, or as a web
 * page that names its feed. A child process parses feeds and pages.
 */
export const openListing =
  ({ net, parser, settings }: ListingPorts): OpenListing =>
  async (url, limits, signal, validators) => {
    const listed = await listing(url, { net, signal, ...limits });
    if (listed) {
      return {
        title: listed.title,
        unread: [],
        entries: listed.entries.map(({ url: entry, title, publishedAt }) => ({
          line: 1,
          kind: 'source',
          url: entry,
          tags: [],
          highlights: [],
          ...(title ? { title, siteTitle: true } : {}),
          ...(publishedAt ? { addedAt: new Date(publishedAt).toISOString() } : {}),
        })),
      };
    }
    const openFeed = async (address: string): Promise<OpenedListing> => {
      const response = await net.fetch(address, {
        maxBytes: settings.maxPageBytes,
        signal,
        headers: {
          ...(validators?.etag && { 'if-none-match': validators.etag }),
          ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
        },
      });
      const { movedTo } = response;
      if (response.status === NOT_MODIFIED) return { entries: [], unread: [], movedTo };
      const read = await parser.readImport(
        response.bytes,
        { name: basename(new URL(response.url).pathname), format: 'feed', url: response.url },
        { signal },
      );
      const { etag, 'last-modified': lastModified } = response.headers;
      return { ...read, movedTo, validators: { etag, lastModified } };
    };
    const opened = await openFeed(feedAddress(url));
    const [only] = opened.entries;
    if (only?.kind !== 'listing' || only.url === undefined) return opened;
    return { ...(await openFeed(only.url)), url: only.url };
  };

/** Opens a listing to see what it is called, and which address leads to it. */
export async function openToFollow(
  ports: ListingPorts,
  address: string,
  signal: AbortSignal,
): Promise<{ url: string; title: string }> {
  const asked = withScheme(address);
  // One entry is enough to see that it is a listing.
  const { movedTo, url, title } = await openListing(ports)(asked, { max: 1 }, signal);
  const followed = movedTo ?? url ?? URL.parse(asked)?.href ?? asked;
  return { url: followed, title: title ?? followed };
}

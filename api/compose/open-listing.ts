import { basename } from 'node:path';
import type { OpenListing } from '#pipeline/imports/index.ts';
import type { Net } from '#pipeline/net/index.ts';
import type { Parser } from '#pipeline/run/child.ts';
import { listing } from '#pipeline/sources/registry.ts';
import type { Settings } from '#config/settings.ts';

/**
 * A playlist or a channel by the kind of source that knows it, anything else as a feed, which is
 * parsed in a child.
 */
export const openListing =
  ({
    net,
    parser,
    settings,
  }: {
    net: Net;
    parser: Parser;
    settings: Pick<Settings, 'maxPageBytes'>;
  }): OpenListing =>
  async (url, limits, signal) => {
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
    const response = await net.fetch(url, { maxBytes: settings.maxPageBytes, signal });
    return parser.readImport(
      response.bytes,
      { name: basename(new URL(response.url).pathname), format: 'feed', url: response.url },
      { signal },
    );
  };

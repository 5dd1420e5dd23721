/** A site on loopback with a feed that grows, and an article for each of its items. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { articlePage } from '../../../testing/test-server.ts';

export interface FeedItem {
  /** Path of the article. */
  path: string;
  title?: string;
  guid?: string;
  /** ISO day */
  date?: string;
}
export interface FeedSite {
  origin: string;
  /** `127.0.0.1:port` */
  host: string;
  /** the feed at `/feed.xml`, newest first */
  items: FeedItem[];
  /** answers a path in its own way; returns whether it did */
  intercept: ((path: string, response: ServerResponse) => boolean) | undefined;
  /** headers of the requests of the feed, in order */
  asked: IncomingHttpHeaders[];
  close(): Promise<void>;
}

const feedOf = (origin: string, items: readonly FeedItem[]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Rivers weekly</title>${items
    .map(
      ({ path, title = `About ${path}`, guid, date }) =>
        `<item><title>${title}</title><link>${origin}/${path}</link>${guid === undefined ? '' : `<guid isPermaLink="false">${guid}</guid>`}${date === undefined ? '' : `<pubDate>${new Date(date).toUTCString()}</pubDate>`}</item>`,
    )
    .join('')}</channel></rss>`;

const articleOf = (path: string) =>
  articlePage(`About ${path}`, [
    `The article about ${path} says something that no other article says, with enough words to be taken for one, about${path}.`,
    `A second paragraph about ${path} follows, because articles of one paragraph are rare and this one isn't such, more${path}.`,
  ]);

export async function openFeedSite(): Promise<FeedSite> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
    if (site.intercept?.(path, response)) return;
    if (path !== 'feed.xml') {
      const { bytes, contentType } = articleOf(path);
      response.setHeader('Content-Type', contentType);
      response.end(bytes);
      return;
    }
    site.asked.push(request.headers);
    const feed = feedOf(site.origin, site.items);
    const etag = `"${feed.length}-${site.items.length}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Content-Type', 'application/rss+xml');
    response.statusCode = request.headers['if-none-match'] === etag ? 304 : 200;
    response.end(response.statusCode === 304 ? undefined : feed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site: FeedSite = {
    origin: `http://${host}`,
    host,
    items: [],
    intercept: undefined,
    asked: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return site;
}

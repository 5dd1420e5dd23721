/**
 * Rewrites links and images of exported notes, so that they work without Gloss: a locator becomes a
 * link to the time, page or text in the source itself. Also rewrites them back.
 */
import type { JSONContent } from '@tiptap/core';
import type { Medium } from '../contract/locator.ts';
import {
  type LocatorLink,
  parseLocatorQuery,
  unescapeMarkdown,
  writeLocatorQuery,
} from './locator-link.ts';

/** Rewrites links and images for use outside Gloss, and back. */
export interface LinkRewriter {
  /** Rewrites the Markdown of one block. */
  toExternal(markdown: string, node: JSONContent): string;
  toInternal(markdown: string): string;
}
export interface ExternalSource {
  id: string;
  medium: Medium;
  /** a URL, or the path of a file next to the text */
  url?: string | undefined;
  /** YouTube video id */
  videoId?: string | undefined;
}
export interface ExternalFile {
  key: string;
  path: string;
}
export interface ExternalLinkOptions {
  sources: readonly ExternalSource[];
  files: readonly ExternalFile[];
  /** the thread's address, for sources without an address of their own */
  threadUrl: string;
}

const FRAGMENT_CHARS = 80;
const LINK = /\]\((\?source=[^\s()]+)((?: "(?:\\.|[^"\\\n])*")?)\)/g;
const PICTURE =
  /!\[((?:\\.|[^[\]\\\n])*)\]\(\?file=([a-zA-Z0-9/._-]+)&width=(\d+)(?:[^\s()\d][^\s()]*)?\)/g;
const EXTERNAL_LINK = /\]\(([^\s()]+)((?: "(?:\\.|[^"\\\n])*")?)\)/g;
const EXTERNAL_PICTURE = /!\[((?:\\.|[^[\]\\\n])*?)(?:\|(\d{1,5}))?\]\((assets\/[\w.-]+)\)/g;
const FENCE = /^\s*(```|~~~)/;

const escapeUrl = (url: string): string =>
  url.replace(/[()\s<>"]/g, (mark) =>
    encodeURIComponent(mark).replace('(', '%28').replace(')', '%29'),
  );
const youtube = (id: string): string => `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`;
const baseOf = ({ url, videoId }: ExternalSource): string | undefined => {
  if (videoId !== undefined) return youtube(videoId);
  return url === undefined || url.includes('#') ? undefined : escapeUrl(url);
};
/** A URL text fragment: browsers find and highlight the first words of the quote. */
function textFragment(quote: string): string {
  const words = quote.trim().replace(/\s+/g, ' ').toWellFormed();
  const lastBlank = words.lastIndexOf(' ', FRAGMENT_CHARS);
  const cut =
    words.length <= FRAGMENT_CHARS
      ? words
      : words
          .slice(0, lastBlank > 0 ? lastBlank : FRAGMENT_CHARS)
          // Half of a surrogate pair can't be encoded.
          .replace(/[\uD800-\uDBFF]$/, '');
  return cut === '' ? '' : `:~:text=${escapeUrl(encodeURIComponent(cut)).replaceAll('-', '%2D')}`;
}

export function externalLinks({ sources, files, threadUrl }: ExternalLinkOptions): LinkRewriter {
  const bySource = new Map(sources.map((it) => [it.id, it]));
  const byBase = new Map(
    sources.flatMap((it) => {
      const base = baseOf(it);
      return base === undefined ? [] : [[base, it] as const];
    }),
  );
  const pathOf = new Map(files.map((it) => [it.key, it.path]));
  const keyOf = new Map(files.map((it) => [it.path, it.key]));

  function hrefOf(at: LocatorLink, quote: string): string {
    const source = bySource.get(at.sourceId);
    const base = source && baseOf(source);
    if (source === undefined || base === undefined) return `${threadUrl}${writeLocatorQuery(at)}`;
    const [, position = ''] = /&((?:at|page|p)=[^]*)/.exec(writeLocatorQuery(at)) ?? [];
    if (at.medium === 'paged') return `${base}#${position}`;
    if (at.medium === 'flow') return `${base}#${position}${textFragment(quote)}`;
    const second = Math.floor(at.position);
    return source.videoId === undefined
      ? `${base}#t=${second}&${position}`
      : `${base}&t=${second}s#${position}`;
  }
  function queryOf(href: string): string | undefined {
    if (href.startsWith(`${threadUrl}?source=`)) return href.slice(threadUrl.length);
    const [before = '', fragment = ''] = href.split('#', 2);
    const source = byBase.get(before) ?? byBase.get(before.replace(/&t=\d+s$/, ''));
    const position = fragment.replace(/:~:text=[^]*/, '').replace(/^t=\d+&/, '');
    const query = source && `?source=${source.id}&${position}`;
    return query !== undefined && parseLocatorQuery(query) ? query : undefined;
  }
  const lineToInternal = (line: string): string =>
    line
      .replace(EXTERNAL_PICTURE, (whole, alt: string, width: string | undefined, path: string) => {
        const key = keyOf.get(path);
        return key === undefined ? whole : `![${alt}](?file=${key}&width=${width ?? '0'})`;
      })
      .replace(EXTERNAL_LINK, (whole, href: string, title: string) => {
        const query = queryOf(href);
        return query === undefined ? whole : `](${query}${title})`;
      });

  return {
    toExternal: (markdown: string, node: JSONContent): string =>
      markdown
        .replace(PICTURE, (whole, alt: string, key: string, width: string) => {
          const path = pathOf.get(key);
          return path === undefined
            ? whole
            : `![${alt}${width === '0' ? '' : `|${width}`}](${path})`;
        })
        .replace(LINK, (whole, query: string, title: string) => {
          const at = parseLocatorQuery(query);
          // A clip's link shows its title; the block shows its text.
          const quote =
            node.type === 'web-clip'
              ? (node.attrs?.['text'] as unknown)
              : unescapeMarkdown(title.slice(2, -1));
          return at ? `](${hrefOf(at, typeof quote === 'string' ? quote : '')}${title})` : whole;
        }),
    toInternal(markdown: string): string {
      let isCode = false;
      return markdown
        .split('\n')
        .map((line) => {
          if (FENCE.test(line)) isCode = !isCode;
          return isCode ? line : lineToInternal(line);
        })
        .join('\n');
    },
  };
}

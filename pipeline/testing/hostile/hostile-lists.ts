/** Hostile feeds, captions and export files of other programs. */
import type { HostileKind, HostileText } from './hostile-document.ts';

const XML = '<?xml version="1.0" encoding="utf-8"?>';

/** Ten entities, each ten times the previous one. */
const billionLaughs = (): string => {
  const entities = Array.from(
    { length: 10 },
    (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
  ).join('');
  return `${XML}<!DOCTYPE rss [<!ENTITY e0 "bee">${entities}]><rss><channel><title>&e10;</title></channel></rss>`;
};

const named = (
  kind: HostileKind,
  prefix: string,
  types: Readonly<Record<string, string>>,
  texts: Record<string, () => string>,
): HostileText[] =>
  Object.entries(texts).map(([name, text]): HostileText => {
    const ending = name.split('-')[0] ?? '';
    return {
      name: `${prefix}-${name}`,
      kind,
      contentType: types[ending] ?? 'text/plain',
      ending,
      text: text(),
    };
  });

/** The prefix of a name is the file extension. */
export const hostileFeeds = (): HostileText[] =>
  named(
    'feed',
    'feed',
    { xml: 'application/rss+xml', json: 'application/feed+json' },
    {
      'xml-nested': () => `${XML}<rss><channel>${'<item>'.repeat(80_000)}`,
      'xml-laughs': billionLaughs,
      'xml-cdata-open': () => `${XML}<rss><channel>${'<![CDATA['.repeat(50_000)}`,
      'xml-attributes': () =>
        `${XML}<rss ${Array.from({ length: 40_000 }, (_, n) => `a${n}="b"`).join(' ')}><channel/></rss>`,
      'xml-attributes-open': () => `${XML}<rss ${'a="'.repeat(100_000)}`,
      'xml-tags-open': () => `${XML}<rss><channel>${'<item '.repeat(80_000)}`,
      'xml-entities': () =>
        `${XML}<rss><channel><title>${'&#x41;&amp;&'.repeat(50_000)}</title></channel></rss>`,
      'xml-dates': () =>
        `${XML}<rss><channel>${'<item><link>https://example.org/</link><pubDate>'.repeat(10_000)}`,
      'json-deep': () =>
        `{"version":"https://jsonfeed.org/version/1.1","items":${'['.repeat(200_000)}`,
      'json-spaces': () => `{"version":${' '.repeat(500_000)}`,
    },
  );

export const hostileCaptions = (): HostileText[] =>
  named(
    'captions',
    'captions',
    { vtt: 'text/vtt', json: 'application/json', xml: 'text/xml' },
    {
      'vtt-tags-open': () => `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<c.'.repeat(150_000)}`,
      'vtt-times-open': () => `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<00:00:'.repeat(80_000)}`,
      'vtt-arrows': () => `WEBVTT\n\n${'00:00.000 --> '.repeat(40_000)}`,
      'vtt-spaces': () => `WEBVTT\n\n00:00.000${' '.repeat(300_000)}-->${' '.repeat(300_000)}x`,
      'vtt-digits': () => `WEBVTT\n\n${'0'.repeat(300_000)} --> x`,
      'vtt-blank-lines': () => `WEBVTT${'\n \n'.repeat(150_000)}x`,
      'vtt-notes': () => `WEBVTT\n\n${'NOTE\n'.repeat(100_000)}`,
      'srt-cues': () =>
        Array.from({ length: 30_000 }, (_, n) => `${n}\n00:00:00,000 --> 00:00:01,000\nbee`).join(
          '\n',
        ),
      'srt-braces': () => `1\n00:00:00,000 --> 00:00:01,000\n${'{\\an'.repeat(100_000)}`,
      'json-deep': () => `{"events":${'[{"segs":'.repeat(60_000)}`,
      'json-quotes': () => `{"events":[{"segs":[${'{"utf8" :'.repeat(60_000)}`,
      'xml-nested': () => `<timedtext><body>${'<p t="0" d="1"><s>'.repeat(40_000)}`,
      'xml-prologue': () => `<?xml${' '.repeat(300_000)}<timedtext`,
      'txt-clocks': () => `${' '.repeat(200_000)}1:23${' '.repeat(200_000)}`,
    },
  );

export const hostileImports = (): HostileText[] =>
  named(
    'import',
    'import',
    { opml: 'text/x-opml', html: 'text/html', csv: 'text/csv', json: 'application/json' },
    {
      'opml-nested': () => `${XML}<opml><body>${'<outline text="a">'.repeat(60_000)}`,
      'opml-laughs': () => billionLaughs().replaceAll('rss', 'opml'),
      'opml-attributes': () => `${XML}<opml><body><outline ${'xmlUrl="https://a/'.repeat(40_000)}`,
      'html-nested-lists': () =>
        `<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>Bookmarks</H1>${'<DL><p><DT><H3>folder</H3>'.repeat(30_000)}`,
      'html-tags-open': () =>
        `<!DOCTYPE NETSCAPE-Bookmark-file-1>${'<DT><A HREF="'.repeat(50_000)}`,
      'html-comments-open': () => `<!DOCTYPE NETSCAPE-Bookmark-file-1>${'<!--'.repeat(100_000)}`,
      'csv-quotes-open': () => `url,title\n${'"a""'.repeat(100_000)}`,
      'csv-columns': () => `url,${','.repeat(500_000)}\nhttps://example.org/`,
      'csv-lines': () => `url\n${'\n\r'.repeat(200_000)}x`,
      'csv-dates': () => `url,created\nhttps://example.org/,${'1 '.repeat(200_000)}`,
      'json-deep': () => '['.repeat(300_000),
      'json-deep-objects': () => `${'{"children":['.repeat(60_000)}${']}'.repeat(60_000)}`,
      'txt-spaces': () => `https://example.org/${' '.repeat(400_000)}x`,
      'txt-brackets': () => '[('.repeat(150_000),
      'txt-schemes': () => 'http://'.repeat(80_000),
      'txt-one-line': () => `https://${'a.'.repeat(200_000)}org`,
    },
  );

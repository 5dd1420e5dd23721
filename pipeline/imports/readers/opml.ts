import type { Reader } from './contract.ts';
import { tagsOf } from './fields.ts';
import { lineCounter, scanMarkup } from './markup/scan.ts';
import { deeper, Reading, type ParsedEntry } from './reading.ts';
import { parseDate } from './parse-date.ts';

interface Outline {
  found: ParsedEntry;
  /** path of folders, including this one */
  path: string;
  hasAddress: boolean;
  /** it was read, or contains other outlines */
  settled: boolean;
}

/** Reads lists of feeds: each feed is a listing, each link a source, and enclosing outlines are folders. */
export const opml: Reader = {
  formats: ['opml'],
  called: 'an OPML list of feeds',
  recognises: (input) =>
    input.root === 'opml' ||
    ((input.root === 'outline' || input.root === 'body') &&
      /<outline\b/i.test(input.text.slice(0, 16_384))),
  read(input) {
    const reading = new Reading();
    const lineOf = lineCounter(input.text);
    const open: Outline[] = [];
    const settle = (outline: Outline, feed: string | undefined, page: string | undefined) => {
      if (!feed && !page) return;
      outline.settled = true;
      outline.hasAddress = true;
      reading.add({ ...outline.found, kind: feed ? 'listing' : 'source', url: feed || page });
    };
    const end = () => {
      const last = open.pop();
      if (last?.settled === false)
        reading.skip(
          last.found.line,
          last.found.title ?? '',
          'This outline names no feed and no page. Find its address and add that.',
        );
    };
    scanMarkup(
      input.text,
      { xml: true },
      {
        open(tag, attributes, at) {
          if (tag !== 'outline') return;
          const parent = open.at(-1);
          if (parent !== undefined) parent.settled = true;
          const title = attributes.get('title')?.trim() || attributes.get('text')?.trim() || '';
          const outline: Outline = {
            found: {
              line: lineOf(at),
              url: undefined,
              title,
              folder: parent?.path,
              tags: tagsOf(attributes.get('category')).flatMap((path) => path.split('/')),
              addedAt: parseDate(attributes.get('created')),
            },
            path: deeper(parent?.path ?? '', title),
            hasAddress: false,
            settled: false,
          };
          open.push(outline);
          settle(
            outline,
            attributes.get('xmlurl')?.trim(),
            attributes.get('url')?.trim() || attributes.get('htmlurl')?.trim(),
          );
        },
        close(tag) {
          if (tag === 'outline') end();
        },
        text(text) {
          // An unescaped quotation mark in a description ends its tag early. OPML has no text
          // nodes, so that text here is the rest of that tag.
          const last = open.at(-1);
          if (last === undefined || (!text.includes('="') && !text.includes('/>'))) return;
          if (!last.settled)
            settle(
              last,
              /\bxmlUrl="([^"]+)"/i.exec(text)?.[1],
              /\b(?:html)?Url="([^"]+)"/i.exec(text)?.[1],
            );
          if (last.hasAddress && /\/>\s*$/.test(text.slice(-200))) end();
        },
        cut(at) {
          reading.skip(
            lineOf(at),
            input.text.slice(at, at + 400),
            'The file ends in the middle of this line. Export it again.',
          );
        },
      },
    );
    while (open.length > 0) end();
    return reading.as('opml', 'OPML list of feeds');
  },
};

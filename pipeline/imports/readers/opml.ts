import type { Reader } from './contract.ts';
import { lineCounter, scanMarkup } from './markup/scan.ts';
import { asLine, Reading } from './reading.ts';
import { tagsOf } from './fields.ts';
import { when } from './when.ts';

interface Open { name: string; line: number; /** has an address, or other outlines within */ settled: boolean }

/** Levels that a folder is made of; outlines may nest deeper. */
const MAX_LEVELS = 100;

/** Lists of feeds: each feed is a listing, each link a source, and the outlines around them are folders. */
export const opml: Reader = {
  formats: ['opml'], called: 'an OPML list of feeds',
  recognises: (input) => input.root === 'opml' || (input.root === 'outline' || input.root === 'body') && /<outline\b/i.test(input.text.slice(0, 16_384)),
  read(input) {
    const reading = new Reading();
    const lineOf = lineCounter(input.text);
    const open: Open[] = [];
    const end = () => {
      const last = open.pop();
      if (last?.settled === false) reading.skip(last.line, last.name, 'This outline names no feed and no page. Find its address and add that.');
    };
    scanMarkup(input.text, { xml: true }, {
      open(tag, attributes, at) {
        if (tag !== 'outline') return;
        const parent = open.at(-1);
        if (parent !== undefined) parent.settled = true;
        const name = asLine(attributes.get('title') ?? '') || asLine(attributes.get('text') ?? '');
        const feed = attributes.get('xmlurl')?.trim();
        const page = attributes.get('url')?.trim() || attributes.get('htmlurl')?.trim();
        const line = lineOf(at);
        if (feed || page) {
          reading.add({
            line, kind: feed ? 'listing' : 'source', url: feed || page, title: name,
            folder: open.slice(0, MAX_LEVELS).map((it) => it.name),
            tags: tagsOf(attributes.get('category')).flatMap((path) => path.split('/')), addedAt: when(attributes.get('created')),
          });
        }
        open.push({ name, line, settled: Boolean(feed || page) });
      },
      close(tag) { if (tag === 'outline') end(); },
      text: () => undefined,
      cut(at) { reading.skip(lineOf(at), input.text.slice(at, at + 400), 'The file ends in the middle of this line. Export it again.'); },
    });
    while (open.length > 0) end();
    return reading.as('opml', 'OPML list of feeds');
  },
};

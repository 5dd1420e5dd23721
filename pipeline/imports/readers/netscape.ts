/**
 * Reads HTML bookmarks of browsers and most services, Pocket's `ril_export.html`, and any page with
 * links. The reader works on a stream of tags, because exports rarely close them: H3 names the
 * folder that the next DL opens, DT begins an entry, DD is its note.
 */
import type { SourceFlag } from '#core/contract/source.ts';
import type { ImportInput, Reader } from './contract.ts';
import { flagOf, flagsOf, tagsOf } from './fields.ts';
import { lineCounter, scanMarkup } from './markup/scan.ts';
import { deeper, Reading, type ParsedEntry } from './reading.ts';
import { parseDate } from './parse-date.ts';

const FORMATS = {
  bookmarks: 'Browser bookmarks',
  'pocket-html': 'Pocket export',
  html: 'links of an HTML page',
} as const;

function formatOf(input: ImportInput): keyof typeof FORMATS {
  if (/<title>\s*Pocket Export\s*<\/title>|\stime_added="/i.test(input.text.slice(0, 16_384)))
    return 'pocket-html';
  return input.root === 'netscape' || /<dt\b[^<>]{0,200}>\s{0,200}<(?:a|h3)\b/i.test(input.text)
    ? 'bookmarks'
    : 'html';
}

/** The tag with which linkding marks an archived bookmark. */
const LINKDING_ARCHIVE = 'linkding:bookmarks.archived';

class Bookmarks {
  readonly #reading: Reading;
  readonly #ofNetscape: boolean;
  /** separator of tags: a comma, unless no tags in the file contain one */
  readonly #tagMark: RegExp;
  /** the folder path of each open DL */
  readonly #paths: string[] = [];
  #folderName = '';
  #found: ParsedEntry | undefined;
  /** what the current text belongs to */
  #into: 'nothing' | 'title' | 'folder' | 'note' | 'section' = 'nothing';
  /** flag from the heading above: services group their links into unread, archived and starred */
  #section: SourceFlag | undefined;
  #text = '';

  constructor(reading: Reading, ofNetscape: boolean, tagMark: RegExp) {
    this.#reading = reading;
    this.#ofNetscape = ofNetscape;
    this.#tagMark = tagMark;
  }

  text(text: string): void {
    if (this.#into !== 'nothing') this.#text += text;
  }

  open(tag: string, attributes: ReadonlyMap<string, string>, line: number): void {
    if (tag === 'a') this.#link(attributes, line);
    else if (tag === 'dt' || tag === 'hr') this.flush();
    else if (tag === 'h3') {
      this.flush();
      this.#begin('folder');
    } else if (tag === 'h1' && !this.#ofNetscape) {
      this.flush();
      this.#begin('section');
    } else if (tag === 'dl') {
      this.flush();
      this.#paths.push(deeper(this.#path, this.#folderName));
      this.#folderName = '';
    } else if (tag === 'dd') {
      this.#settle();
      if (this.#found !== undefined) this.#begin('note');
    } else if (tag === 'br' || tag === 'p' || tag === 'li') this.text('\n');
  }

  close(tag: string): void {
    if (tag === 'a' && this.#into === 'title') this.#settle();
    else if (tag === 'h3' || tag === 'h1') this.#settle();
    else if (tag === 'dl') {
      this.flush();
      this.#paths.pop();
    }
  }

  get #path(): string {
    return this.#paths.at(-1) ?? '';
  }

  #begin(into: 'title' | 'folder' | 'note' | 'section'): void {
    this.#into = into;
    this.#text = '';
  }

  #link(attributes: ReadonlyMap<string, string>, line: number): void {
    const href = attributes.get('href')?.trim();
    // A link within a note is part of the note. Entries follow a DT, which ends notes.
    if (this.#into === 'note' && this.#ofNetscape) {
      if (href) this.#text += `${href} `;
      return;
    }
    if (href === undefined && !this.#ofNetscape) return;
    this.flush();
    const feed = attributes.get('feedurl')?.trim();
    const tags = tagsOf(attributes.get('tags'), this.#tagMark);
    const flags = [
      ...flagsOf(attributes),
      ...(tags.some((tag) => tag.trim() === LINKDING_ARCHIVE) ? ['archive' as const] : []),
      ...(this.#section === undefined ? [] : [this.#section]),
    ];
    this.#found = {
      line,
      kind: feed ? 'listing' : 'source',
      url: feed || href,
      folder: this.#path,
      tags: tags.filter((tag) => tag.trim() !== LINKDING_ARCHIVE),
      flags,
      note: attributes.get('description'),
      addedAt: parseDate(attributes.get('add_date') ?? attributes.get('time_added')),
    };
    this.#begin('title');
  }

  /** Stores the collected text in its field. */
  #settle(): void {
    if (this.#into === 'folder') this.#folderName = this.#text;
    else if (this.#into === 'section')
      this.#section = flagOf(this.#text.trim().replace(/^read archive$/i, 'archive'));
    else if (this.#into === 'title' && this.#found !== undefined) this.#found.title = this.#text;
    else if (this.#into === 'note' && this.#found !== undefined)
      this.#found.note = [this.#found.note, this.#text.trim()].filter(Boolean).join('\n');
    this.#into = 'nothing';
  }

  flush(): void {
    this.#settle();
    if (this.#found !== undefined) this.#reading.add(this.#found);
    this.#found = undefined;
  }
}

export const netscape: Reader = {
  formats: ['bookmarks'],
  called: 'bookmarks in HTML',
  recognises: (input) =>
    input.root !== undefined &&
    ([
      'netscape',
      'html',
      'dl',
      'head',
      'meta',
      'title',
      'body',
      'ul',
      'a',
      'h1',
      'dt',
      'p',
      'div',
    ].includes(input.root) ||
      /<a\s[^<>]*href/i.test(input.text)),
  read(input) {
    const format = formatOf(input);
    const reading = new Reading();
    const lineOf = lineCounter(input.text);
    const bookmarks = new Bookmarks(
      reading,
      format === 'bookmarks',
      /\stags="[^"]*,/i.test(input.text) ? /,/ : /[,\s]+/,
    );
    scanMarkup(
      input.text,
      { xml: false },
      {
        open: (tag, attributes, at) => {
          bookmarks.open(tag, attributes, tag === 'a' ? lineOf(at) : 0);
        },
        close: (tag) => {
          bookmarks.close(tag);
        },
        text: (text) => {
          bookmarks.text(text);
        },
        cut(at) {
          bookmarks.flush();
          reading.skip(
            lineOf(at),
            input.text.slice(at, at + 400),
            'The file ends in the middle of this line. Export it again.',
          );
        },
      },
    );
    bookmarks.flush();
    return reading.as(format, FORMATS[format]);
  },
};

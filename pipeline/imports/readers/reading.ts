/**
 * Collects the results of readers: an entry for an address that can be read or kept, otherwise an
 * unread line with a reason.
 */
import type { ImportEntry, ParsedImport, UnreadableEntry } from '#core/contract/import.ts';
import { SourceFlag } from '#core/contract/source.ts';
import { keptAddress, readAddress } from './address.ts';

/** Limits of the contract. */
const MAX = {
  title: 1000,
  tag: 200,
  tags: 200,
  folder: 1000,
  note: 20_000,
  highlights: 2000,
  unread: 200,
};

/** Text as found; `add` cleans and truncates it. */
export interface ParsedHighlight {
  text: string;
  note?: string | undefined;
  createdAt?: string | undefined;
}
export interface ParsedEntry {
  line: number;
  kind?: ImportEntry['kind'];
  url: string | undefined;
  title?: string | undefined;
  siteTitle?: boolean | undefined;
  guid?: string | undefined;
  tags?: readonly string[] | undefined;
  /** a path that `deeper` made */
  folder?: string | undefined;
  addedAt?: string | undefined;
  note?: string | undefined;
  flags?: readonly SourceFlag[] | undefined;
  highlights?: readonly ParsedHighlight[] | undefined;
}

const withoutControls = (text: string): string =>
  text.toWellFormed().replace(/\p{Cc}/gu, (it) => (it === '\n' || it === '\t' ? it : ''));

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return (
    text
      .slice(0, max - 1)
      .toWellFormed()
      .replace(/\uFFFD$/, '')
      .trimEnd() + '…'
  );
}

/** Joins the text to one line, truncated to `max` characters. */
export const asLine = (text: string | undefined, max = MAX.title): string =>
  cut(
    withoutControls((text ?? '').slice(0, max * 8))
      .replace(/\s+/gu, ' ')
      .trim(),
    max,
  );
/** Keeps line breaks. */
const asBlock = (text: string | undefined): string =>
  cut(
    withoutControls((text ?? '').slice(0, MAX.note * 4))
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    MAX.note,
  );

const FOLDER_MARK = ' / ';
/** Enters a folder; a path that is too long is not extended. */
export function deeper(path: string, name: string): string {
  const level = asLine(name, 200);
  const longer = path === '' || level === '' ? path + level : path + FOLDER_MARK + level;
  return longer.length > MAX.folder ? path : longer;
}
/** Builds a path from the outermost folder inwards. */
export const folderPath = (levels: readonly string[]): string => levels.reduce(deeper, '');

export class Reading {
  readonly entries: ImportEntry[] = [];
  readonly unread: UnreadableEntry[] = [];
  /** of the input as a whole */
  title: string | undefined;

  add(found: ParsedEntry): void {
    const kept = found.kind === 'listing' ? undefined : keptAddress(found.url);
    const address = kept === undefined ? readAddress(found.url) : { url: kept };
    if (address.url === undefined) {
      this.skip(
        found.line,
        [found.title, found.url].filter(Boolean).join(' – ') ||
          found.highlights?.[0]?.text ||
          found.note ||
          '',
        address.why,
      );
      return;
    }
    const title = asLine(found.title);
    const note = asBlock(found.note);
    const highlights = (found.highlights ?? []).flatMap((it) => {
      const [text, said] = [asBlock(it.text), asBlock(it.note)];
      return text === ''
        ? []
        : [
            {
              text,
              ...(said === '' ? {} : { note: said }),
              ...(it.createdAt === undefined ? {} : { createdAt: it.createdAt }),
            },
          ];
    });
    const tags = [
      ...new Set((found.tags ?? []).map((tag) => asLine(tag, MAX.tag)).filter((tag) => tag !== '')),
    ];
    const flags = SourceFlag.options.filter((flag) => found.flags?.includes(flag));
    if (highlights.length > MAX.highlights)
      this.skip(
        found.line,
        address.url,
        `Only the first ${MAX.highlights} of its ${highlights.length} highlights are kept.`,
      );
    if (tags.length > MAX.tags)
      this.skip(
        found.line,
        address.url,
        `Only the first ${MAX.tags} of its ${tags.length} tags are kept.`,
      );
    const guid = asLine(found.guid);
    this.entries.push({
      line: found.line,
      kind: found.kind ?? 'source',
      url: address.url,
      ...(title === '' || title === address.url
        ? {}
        : { title, ...(found.siteTitle ? { siteTitle: true } : {}) }),
      tags: tags.slice(0, MAX.tags),
      ...(guid === '' ? {} : { guid }),
      ...(found.folder ? { folder: found.folder } : {}),
      ...(found.addedAt === undefined ? {} : { addedAt: found.addedAt }),
      ...(note === '' ? {} : { note }),
      ...(flags.length > 0 ? { flags } : {}),
      highlights: highlights.slice(0, MAX.highlights),
    });
  }

  /** `why` is a message for people, with what to do if anything can be done. */
  skip(line: number, text: string, why: string): void {
    this.unread.push({ line, text: asLine(text, MAX.unread), why });
  }

  as(format: string, label: string): ParsedImport {
    const title = asLine(this.title);
    return {
      format,
      label,
      ...(title === '' ? {} : { title }),
      entries: this.entries,
      unread: this.unread,
    };
  }
}

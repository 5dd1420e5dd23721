import { Fault } from '#core/contract/faults.ts';
import type { ImportFormat, ParsedImport } from '#core/contract/import.ts';
import type { ImportInput, Reader } from './contract.ts';
import { readInput } from './read-input.ts';
import { READERS } from './registry.ts';

/**
 * A list of links may be asked for where a table is seen, and the other way round: both are lines
 * of text.
 */
const asLines = (input: ImportInput): boolean =>
  input.json === undefined && input.root === undefined;

function readerOf(input: ImportInput, format: ImportFormat): Reader {
  const seen = READERS.find((reader) => reader.recognises(input));
  if (seen !== undefined && (format === 'auto' || seen.formats.includes(format))) return seen;
  const requested = READERS.find((reader) => reader.formats[0] === format);
  if (requested !== undefined && (format === 'urls' || format === 'csv') && asLines(input))
    return requested;
  const name = input.name === '' ? 'This' : input.name;
  if (seen === undefined)
    throw new Fault('bad_request', {
      message: `Gloss can't read the format of ${name}. Use a list of links, or export bookmarks as HTML.`,
    });
  throw new Fault('bad_request', {
    message: `${name} looks like ${seen.called}, not ${requested?.called ?? format}. Leave the format out, or give \`${seen.formats[0]}\`.`,
  });
}

/** Unreadable lines that are listed one by one. A file with more of them is no list of links. */
const MOST_UNREAD = 20_000;

/** Lists the first unreadable lines, and counts the others in a last one. */
function boundUnread(reading: ParsedImport): ParsedImport {
  const { unread } = reading;
  if (unread.length <= MOST_UNREAD) return reading;
  const listed = unread.slice(0, MOST_UNREAD - 1);
  const [next] = unread.slice(listed.length);
  const more = (unread.length - listed.length).toLocaleString('en-US');
  const rest = { line: next?.line ?? 1, text: '', why: `${more} more lines hold no link.` };
  return { ...reading, unread: [...listed, rest] };
}

/**
 * What a file of links holds: every record of it is in `entries` or, with a reason, in `unread`,
 * which lists at most 20,000 of them and counts the others.
 * `format` is told from the content, then the name, unless it is given; `name` is the file's, empty
 * for pasted text; `url` is where it was fetched, for addresses relative to it. Bytes are foreign:
 * call it in a parsing child. Faults: `bad_request` with a sentence for what is empty, no text,
 * damaged, or not of the format given.
 */
export function readImport(
  bytes: Uint8Array,
  given: { name: string; format: ImportFormat; url?: string | undefined },
): ParsedImport {
  const input = readInput(bytes, given);
  return boundUnread(readerOf(input, given.format).read(input));
}

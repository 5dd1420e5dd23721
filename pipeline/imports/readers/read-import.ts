import { Fault } from '#core/contract/faults.ts';
import type { ImportFormat, ParsedImport } from '#core/contract/import.ts';
import type { ImportInput, Reader } from './contract.ts';
import { readInput } from './read-input.ts';
import { READERS } from './registry.ts';

/** A user may request a list of links for what looks like a table, and vice versa: both are lines of text. */
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

/** The most unreadable lines that are listed individually. A file with more isn't a list of links. */
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
 * Reads a file of links: each record ends up in `entries` or, with a reason, in `unread`, which
 * lists at most 20,000 records and counts the others. Unless `format` is given, it is detected from
 * the content, then the name. `name` is the file's, empty for pasted text; `url` is where it was
 * fetched, to resolve relative addresses. The bytes are untrusted: call it in a parsing child.
 * Faults: `bad_request` for input that is empty, not text, damaged, or not of the given format.
 */
export function readImport(
  bytes: Uint8Array,
  given: { name: string; format: ImportFormat; url?: string | undefined },
): ParsedImport {
  const input = readInput(bytes, given);
  return boundUnread(readerOf(input, given.format).read(input));
}

import { Fault } from '#core/contract/faults.ts';
import { decodeHtml } from '#pipeline/sources/decode-html.ts';

/** How files start that contain no list of links, and what to do with them. */
const NOT_TEXT: readonly (readonly [string, string])[] = [
  ['%PDF-', 'is a PDF, not a list. Add it as a source: `gloss add FILE`.'],
  [
    'PK\u0003\u0004',
    'is a ZIP archive. Unpack it and import the file within that holds the links.',
  ],
  ['\u001f\u008b', 'is compressed. Unpack it (`gunzip FILE`) and import what comes out.'],
  ['BZh', 'is compressed. Unpack it (`bunzip2 FILE`) and import what comes out.'],
  ['\u00fd7zXZ', 'is compressed. Unpack it (`unxz FILE`) and import what comes out.'],
  ['7z\u00bc\u00af', 'is an archive. Unpack it and import the file within that holds the links.'],
  ['Rar!', 'is an archive. Unpack it and import the file within that holds the links.'],
  [
    'SQLite format 3',
    'is a database. Export the bookmarks as HTML from the browser and import that.',
  ],
  [
    'mozLz40',
    'is a compressed backup of Firefox. In its bookmark manager choose Import and Backup, Export Bookmarks to HTML, and import that.',
  ],
  ['bplist00', 'is a property list. In Safari choose File, Export, Bookmarks, and import that.'],
  ['\u0089PNG', 'is a picture, not a list.'],
  ['\u00ff\u00d8\u00ff', 'is a picture, not a list.'],
  ['GIF8', 'is a picture, not a list.'],
];
const HEAD = 4096;

const refuse = (name: string, what: string) =>
  new Fault('bad_request', { message: `${name === '' ? 'This' : name} ${what}` });

/** Detects UTF-16 without a byte order mark: in most alphabets one byte of each pair is zero. */
function unmarkedUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  let [even, odd] = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) {
      if (at % 2 === 0) even += 1;
      else odd += 1;
    }
  });
  if (odd > head.length / 5 && even < head.length / 50) return 'utf-16le';
  return even > head.length / 5 && odd < head.length / 50 ? 'utf-16be' : undefined;
}

/**
 * Decodes an import file, with lines ended by \n: by its byte order mark, its declaration (XML,
 * `<meta>`), as UTF-8 if valid, else as windows-1252. Faults: `bad_request` for an empty file or
 * one that isn't text, with what to do.
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  const head = bytes.subarray(0, HEAD);
  const start = Buffer.from(head).toString('latin1');
  const known = NOT_TEXT.find(([magic]) => start.startsWith(magic));
  if (known) throw refuse(name, known[1]);
  const marked = /^(\u00ff\u00fe|\u00fe\u00ff)/.test(start);
  const utf16 = marked ? undefined : unmarkedUtf16(head);
  if (!marked && utf16 === undefined && start.includes('\0'))
    throw refuse(
      name,
      'is not text. Import a list of links, an export of another reader, or add the file itself with `gloss add FILE`.',
    );
  const text = utf16 === undefined ? decodeHtml(bytes) : new TextDecoder(utf16).decode(bytes);
  const plain = text.replace(/^\uFEFF+/, '').replace(/\r\n?/g, '\n');
  if (/^\s*$/.test(plain))
    throw refuse(name, 'is empty. Export it again, or give a file with a link on each line.');
  return plain;
}

/**
 * Zips that break naive readers, written byte by byte because normal writers refuse to make them.
 */
import { crc32, deflateRawSync } from 'node:zlib';

export interface RawEntry {
  name: string | Uint8Array;
  /** the unpacked content */
  bytes?: Uint8Array;
  /** stored instead of the packed `bytes` */
  packed?: Uint8Array;
  /** the stated unpacked size, instead of the true one */
  size?: number;
  packedSize?: number;
  crc?: number;
  method?: number;
  offset?: number;
  /** Unix mode; 0o100600 for a file */
  mode?: number;
  flags?: number;
  extra?: Uint8Array;
  /** has no data, only an entry in the central directory */
  listedOnly?: boolean;
}
export interface RawEnd {
  entries?: number;
  listOffset?: number;
  listSize?: number;
  comment?: Uint8Array;
}

const DEFLATED = 8;
const MOST_32 = 0xffffffff;
const encoded = (name: string | Uint8Array): Uint8Array =>
  typeof name === 'string' ? Buffer.from(name) : name;

/** The local and the central header of an entry share most fields. */
function header(entry: RawEntry, packed: Uint8Array, offset: number | undefined): Uint8Array {
  const name = encoded(entry.name);
  const bytes = entry.bytes ?? new Uint8Array();
  const extra = entry.extra ?? new Uint8Array();
  const isListed = offset !== undefined;
  const head = Buffer.alloc(isListed ? 46 : 30);
  let at = head.writeUInt32LE(isListed ? 0x02014b50 : 0x04034b50, 0);
  if (isListed) at = head.writeUInt16LE(0x0314, at);
  at = head.writeUInt16LE(20, at);
  at = head.writeUInt16LE(entry.flags ?? 0x0800, at);
  at = head.writeUInt16LE(entry.method ?? DEFLATED, at);
  at = head.writeUInt32LE(0, at);
  at = head.writeUInt32LE(entry.crc ?? crc32(bytes), at);
  at = head.writeUInt32LE(entry.packedSize ?? packed.length, at);
  at = head.writeUInt32LE(entry.size ?? bytes.length, at);
  at = head.writeUInt16LE(name.length, at);
  head.writeUInt16LE(extra.length, at);
  if (isListed) {
    head.writeUInt32LE(((entry.mode ?? 0o100600) << 16) >>> 0, 38);
    head.writeUInt32LE(entry.offset ?? offset, 42);
  }
  return Buffer.concat([head, name, extra]);
}

export function rawZip(entries: readonly RawEntry[], end: RawEnd = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let length = 0;
  for (const entry of entries) {
    const packed = entry.packed ?? deflateRawSync(entry.bytes ?? new Uint8Array(), { level: 6 });
    list.push(header(entry, packed, length));
    if (entry.listedOnly) continue;
    const part = Buffer.concat([header(entry, packed, undefined), packed]);
    parts.push(part);
    length += part.length;
  }
  const listed = Buffer.concat(list);
  const comment = end.comment ?? new Uint8Array();
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(Math.min(0xffff, end.entries ?? entries.length), 8);
  last.writeUInt16LE(Math.min(0xffff, end.entries ?? entries.length), 10);
  last.writeUInt32LE(end.listSize ?? listed.length, 12);
  last.writeUInt32LE(end.listOffset ?? length, 16);
  last.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, listed, last, comment]);
}

const text = (words = 'text'): Uint8Array => Buffer.from(words);
const zeros = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 2 ** 20);
/** Compresses to about a fortieth, below the ratio that is refused. */
const noteOf = (megabytes: number): Uint8Array =>
  Buffer.from(
    `---\ngloss: 1\n---\n${Array.from({ length: megabytes * 8_192 }, (_, at) => `${String((at * 7_919) % 100_003).padStart(6, '0')}${'a'.repeat(122)}`).join('')}`,
  );

/**
 * One compressed text that all entries of the central directory point to (Fifield, "A better zip
 * bomb", 2019, in its simplest form).
 */
function overlapping(count: number): Uint8Array {
  const bytes = noteOf(1);
  const packed = deflateRawSync(bytes, { level: 6 });
  const first: RawEntry = { name: 'thread0.md', bytes, packed };
  const rest = Array.from(
    { length: count },
    (_, at): RawEntry => ({
      name: `thread${String((at % 8) + 1)}/${at}.md`,
      bytes,
      packed,
      listedOnly: true,
      offset: 0,
    }),
  );
  return rawZip([first, ...rest]);
}
function zip64(fields: readonly bigint[], entry: Partial<RawEntry> = {}): Uint8Array {
  const extra = Buffer.alloc(4 + fields.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(fields.length * 8, 2);
  for (const [at, value] of fields.entries()) extra.writeBigUInt64LE(value, 4 + at * 8);
  return rawZip([
    { name: 'thread.json', bytes: text(), size: MOST_32, packedSize: MOST_32, extra, ...entry },
  ]);
}
const OUTSIDE = [
  '../evil',
  '../../evil',
  'a/../../evil',
  '/etc/evil',
  '/evil',
  'C:/evil',
  'c:\\evil',
  '..\\evil',
  'a\\..\\..\\evil',
  '\\\\host\\share\\evil',
  './../evil',
  'a/./../../evil',
  '.. /evil/../../evil',
];

/** Zips with names that lead out of the target folder. Each must be refused. */
export const outsideZips = (): { name: string; bytes: Uint8Array }[] =>
  OUTSIDE.map((name) => ({
    name: `a path that leads out: ${name}`,
    bytes: rawZip([{ name, bytes: text() }]),
  }));

/** Zips that must be refused, or read within limits. */
export const hostileZips = (): { name: string; bytes: Uint8Array }[] => [
  ...outsideZips(),
  {
    name: 'a link',
    bytes: rawZip([{ name: 'thread.md', bytes: text('/etc/passwd'), mode: 0o120777 }]),
  },
  {
    name: 'a link, then a file below it',
    bytes: rawZip([
      { name: 'a', bytes: text('/tmp'), mode: 0o120777 },
      { name: 'a/evil', bytes: text() },
    ]),
  },
  { name: 'a device', bytes: rawZip([{ name: 'thread.md', bytes: text(), mode: 0o060600 }]) },
  { name: 'a name with NUL', bytes: rawZip([{ name: 'thread.md\0.png', bytes: text() }]) },
  {
    name: 'a name of control characters',
    bytes: rawZip([{ name: '\u001b[2Jthread.md', bytes: text() }]),
  },
  {
    name: 'a name that is not UTF-8',
    bytes: rawZip([{ name: Uint8Array.from([0xff, 0xfe, 0x2f, 0xc0, 0xaf]), bytes: text() }]),
  },
  { name: 'no name', bytes: rawZip([{ name: '', bytes: text() }]) },
  { name: 'a name of 65,000 signs', bytes: rawZip([{ name: 'a'.repeat(65_000), bytes: text() }]) },
  {
    name: 'a name of 30,000 folders',
    bytes: rawZip([{ name: 'a/'.repeat(30_000).slice(0, -1), bytes: text() }]),
  },
  {
    name: 'a name twice',
    bytes: rawZip([
      { name: 'thread.md', bytes: text() },
      { name: 'thread.md', bytes: text('other') },
    ]),
  },
  {
    name: 'names that differ in case',
    bytes: rawZip([
      { name: 'thread.md', bytes: text() },
      { name: 'THREAD.md', bytes: text('other') },
    ]),
  },
  {
    name: 'a name and a folder of that name',
    bytes: rawZip([
      { name: 'a', bytes: text() },
      { name: 'a/b', bytes: text() },
    ]),
  },
  {
    name: 'names of prototypes',
    bytes: rawZip([
      { name: '__proto__', bytes: text() },
      { name: 'constructor', bytes: text() },
    ]),
  },
  { name: 'a bomb of 20 MB', bytes: rawZip([{ name: 'thread.md', bytes: zeros(20) }]) },
  {
    name: 'a bomb that says that it is small',
    bytes: rawZip([{ name: 'thread.md', bytes: zeros(20), size: 100 }]),
  },
  {
    name: 'a bomb that says that it was stored',
    bytes: rawZip([{ name: 'thread.md', bytes: zeros(20), packedSize: 20 * 2 ** 20 }]),
  },
  {
    name: 'a bomb within a zip',
    bytes: rawZip([
      { name: 'inner.zip', bytes: rawZip([{ name: 'thread.md', bytes: zeros(20) }]) },
    ]),
  },
  { name: 'files that lie over each other', bytes: overlapping(40) },
  {
    name: 'more than it holds, said',
    bytes: rawZip([{ name: 'thread.md', bytes: text() }], { entries: 60_000 }),
  },
  {
    name: 'fewer than it holds, said',
    bytes: rawZip(
      [
        { name: 'thread.md', bytes: text() },
        { name: 'other.md', bytes: text() },
      ],
      { entries: 1 },
    ),
  },
  {
    name: '65,000 empty files',
    bytes: rawZip(
      Array.from({ length: 65_000 }, (_, at) => ({
        name: `${at}.md`,
        packed: new Uint8Array(2),
        listedOnly: true,
        offset: 0,
      })),
    ),
  },
  {
    name: 'a list beyond the end',
    bytes: rawZip([{ name: 'thread.md', bytes: text() }], { listOffset: 0x7fffffff }),
  },
  {
    name: 'a list that begins in itself',
    bytes: rawZip([{ name: 'thread.md', bytes: text() }], { listOffset: 1 }),
  },
  {
    name: 'a list of 4 GB, said',
    bytes: rawZip([{ name: 'thread.md', bytes: text() }], { listSize: MOST_32 - 1 }),
  },
  {
    name: 'a file that begins beyond the end',
    bytes: rawZip([{ name: 'thread.md', bytes: text(), offset: 0x7fffffff }]),
  },
  {
    name: 'a file that begins in the list',
    bytes: rawZip([{ name: 'thread.md', bytes: text(), offset: 60 }]),
  },
  { name: 'zip64 of 2^63 bytes', bytes: zip64([2n ** 63n, 2n ** 63n]) },
  { name: 'zip64 of 2^53 bytes packed into four', bytes: zip64([2n ** 53n - 1n, 4n]) },
  { name: 'zip64 without its numbers', bytes: zip64([]) },
  { name: 'an unknown method', bytes: rawZip([{ name: 'thread.md', bytes: text(), method: 99 }]) },
  {
    name: 'stored, with sizes that differ',
    bytes: rawZip([{ name: 'thread.md', bytes: text(), packed: text(), method: 0, size: 99 }]),
  },
  { name: 'encrypted', bytes: rawZip([{ name: 'thread.md', bytes: text(), flags: 0x0801 }]) },
  {
    name: 'noise in place of what was packed',
    bytes: rawZip([
      {
        name: 'thread.md',
        bytes: text(),
        packed: Uint8Array.from({ length: 99 }, (_, at) => (at * 77) % 256),
      },
    ]),
  },
  { name: 'a wrong checksum', bytes: rawZip([{ name: 'thread.md', bytes: text(), crc: 1 }]) },
  {
    name: 'a comment that holds another end',
    bytes: rawZip([{ name: 'thread.md', bytes: text() }], {
      comment: rawZip([{ name: '../evil', bytes: text() }]),
    }),
  },
  { name: 'an end alone', bytes: rawZip([]) },
  { name: 'noise', bytes: Uint8Array.from({ length: 5_000 }, (_, at) => (at * 131) % 256) },
  { name: 'nothing', bytes: new Uint8Array() },
  ...Array.from({ length: 10 }, (_, at) => {
    const whole = rawZip([
      { name: 'thread.md', bytes: text() },
      { name: 'assets/a.png', bytes: text('picture') },
    ]);
    return {
      name: `cut off after ${Math.floor((whole.length * (at + 1)) / 11)} bytes`,
      bytes: whole.slice(0, Math.floor((whole.length * (at + 1)) / 11)),
    };
  }),
];

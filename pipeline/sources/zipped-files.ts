/** Reads the files of a document in zip format, within limits. */
import { Fault } from '#core/contract/faults.ts';
import { openZip } from '#config/zip-reader.ts';

/** Limits of the unpacked files; a long book with pictures has 100 MB, of which 5 MB are text. */
const LIMITS = { entries: 20_000, bytes: 2 ** 30, ratio: 200 };
const MOST_FILE_BYTES = 16 * 2 ** 20;
const MOST_TEXT_BYTES = 64 * 2 ** 20;

export interface ZippedFiles {
  /** Faults: `corrupt_file` if the file is missing or damaged; `too_large`. */
  bytes(name: string): Promise<Buffer>;
  /** Like `bytes`, decoded from UTF-8, or from UTF-16 with a byte order mark. */
  text(name: string): Promise<string>;
  has(name: string): boolean;
}

/**
 * Calls `use` with the files of the opened zip, then closes it. `damaged` creates the fault for a
 * missing file. Faults: `corrupt_file`, `too_large`.
 */
export async function withZippedFiles<T>(
  bytes: Uint8Array,
  damaged: (why: string) => Fault,
  use: (files: ZippedFiles) => Promise<T>,
): Promise<T> {
  const zip = await openZip(Buffer.from(bytes), LIMITS);
  let read = 0;
  const bytesOf = async (name: string): Promise<Buffer> => {
    const size = zip.sizes.get(name);
    if (size === undefined) throw damaged(`${name} is missing`);
    if (size > MOST_FILE_BYTES || (read += size) > MOST_TEXT_BYTES) throw new Fault('too_large');
    return Buffer.concat(await Array.fromAsync(zip.read(name)));
  };
  try {
    return await use({
      bytes: bytesOf,
      text: async (name) => decodeText(await bytesOf(name)),
      has: (name) => zip.sizes.has(name),
    });
  } finally {
    zip.close();
  }
}

function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

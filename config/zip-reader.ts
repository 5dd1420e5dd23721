/** Reads untrusted zip files: checks the directory before reading any entry. */
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import { Fault } from '#core/contract/faults.ts';

export interface ZipLimits {
  entries: number;
  /** of everything unpacked */
  bytes: number;
  /** how many times larger than packed a file over `FREE_BYTES` may be */
  ratio: number;
}
export interface OpenZip {
  /** files without folders, by name; names are relative paths without `..` */
  sizes: ReadonlyMap<string, number>;
  /**
   * Streams the unpacked file; never more than the size that the zip declares. Faults: `absent`,
   * `corrupt_file`.
   */
  read(name: string): AsyncIterable<Uint8Array>;
  close(): void;
}

const FREE_BYTES = 2 ** 20;
/** The shortest header of a file in a zip. */
const HEADER_BYTES = 30;
const LINK = 0o120000;
const KIND = 0o170000;
const damaged = (message: string, cause?: unknown): Fault =>
  new Fault('corrupt_file', { message, cause });
const isLink = ({ externalFileAttributes, versionMadeBy }: Entry): boolean =>
  versionMadeBy >>> 8 === 3 && ((externalFileAttributes >>> 16) & KIND) === LINK;

const OPTIONS = {
  autoClose: false,
  strictFileNames: true,
  validateEntrySizes: true,
  decodeStrings: true,
};

/** `file`: a path, or the bytes. Faults: `corrupt_file` for an incomplete or malicious zip; `too_large`. */
export async function openZip(file: string | Buffer, limits: ZipLimits): Promise<OpenZip> {
  const opened =
    typeof file === 'string' ? openPromise(file, OPTIONS) : fromBufferPromise(file, OPTIONS);
  const zip = await opened.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT')
      throw new Fault('absent', { message: `File not found: ${String(file)}.`, cause });
    throw damaged('This zip file is incomplete or damaged. Get it again.', cause);
  });
  try {
    const entries = await looked(zip, limits);
    return {
      sizes: new Map([...entries].map(([name, entry]) => [name, entry.uncompressedSize])),
      read: (name) => unpacked(zip, entries.get(name), name),
      close: () => {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error instanceof Fault
      ? error
      : damaged(
          `Its list of files cannot be read: ${error instanceof Error ? error.message : String(error)}`,
          error,
        );
  }
}

async function looked(
  zip: ZipFile,
  { entries: most, bytes, ratio }: ZipLimits,
): Promise<Map<string, Entry>> {
  if (zip.entryCount > most)
    throw new Fault('too_large', {
      message: `It has ${zip.entryCount} files. The limit is ${most}.`,
    });
  const entries = new Map<string, Entry>();
  let total = 0;
  let packedTotal = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName: name, uncompressedSize: size, compressedSize: packed } = entry;
    if (name.endsWith('/')) continue;
    if (isLink(entry)) throw damaged(`${name} is a link to elsewhere, which is not followed.`);
    if (entry.isEncrypted()) throw damaged(`${name} asks for a password.`);
    if (entries.has(name)) throw damaged(`${name} is in it twice.`);
    if (size > FREE_BYTES && size > packed * ratio)
      throw new Fault('too_large', {
        message: `${name} unpacks to ${Math.round(size / 2 ** 20)} MB, more than ${ratio} times its size.`,
      });
    // Detects files that share packed bytes and would unpack to far more than the archive contains.
    packedTotal += packed + HEADER_BYTES;
    if (packedTotal > zip.fileSize) throw damaged('Its files lie over each other.');
    total += size;
    if (total > bytes)
      throw new Fault('too_large', {
        message: `It unpacks to more than ${Math.round(bytes / 2 ** 20)} MB.`,
      });
    entries.set(name, entry);
  }
  return entries;
}

async function* unpacked(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
): AsyncIterable<Uint8Array> {
  if (!entry) throw new Fault('absent', { message: `${name} is missing.` });
  let sum = 0;
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Fault
      ? error
      : damaged(
          `${name} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
          error,
        );
  }
  if (sum !== entry.crc32) throw damaged(`${name} is not what it was when it was packed.`);
}

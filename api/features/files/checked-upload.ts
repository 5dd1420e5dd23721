/** Checks that uploaded bytes match their type. */
import { createHash } from 'node:crypto';
import { Fault } from '#core/contract/faults.ts';
import type { FileType } from '#core/contract/file.ts';
import { beginsAs, kindOfFileType, SIGNATURE_BYTES, type SourceFile } from '#core/kinds.ts';

/** Some programs add bytes after the end. */
const TAIL_BYTES = 4096;
/** 7071 by 7071 */
const MOST_PIXELS = 50_000_000;
const PICTURE_TIMEOUT_S = 20;
/** Images decoded at once, each of which may take a few hundred MB. */
const AT_ONCE = 2;

const FORMATS = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const;

const isPicture = (type: FileType): type is keyof typeof FORMATS => type in FORMATS;

/** Yields the bytes to store. Faults while it is read: `corrupt_file`, `too_large`. */
export function checkedUpload(
  chunks: AsyncIterable<Uint8Array>,
  type: FileType,
  maxBytes: number,
): AsyncIterable<Uint8Array> {
  if (isPicture(type)) return picture(chunks, type, maxBytes);
  const kind = kindOfFileType(type);
  if (kind === undefined) throw new Fault('internal', { message: `${type} cannot be checked.` });
  return sourceFile(chunks, kind.file);
}

/** Checks bytes against their hash. Faults: `corrupt_file` otherwise. */
export async function* knownUpload(
  chunks: AsyncIterable<Uint8Array>,
  sha256: string,
): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256)
    throw new Fault('corrupt_file', { message: "This file doesn't match the exported one." });
}

async function* sourceFile(
  chunks: AsyncIterable<Uint8Array>,
  file: SourceFile,
): AsyncIterable<Uint8Array> {
  const { label, withArticle, endings } = file;
  const refuse = (message: string): never => {
    throw new Fault('corrupt_file', { message });
  };
  const checkHead = (bytes: Buffer) => {
    if (!beginsAs(file, bytes)) refuse(`This file is not ${withArticle}.`);
  };
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head.length < SIGNATURE_BYTES) {
      head = Buffer.concat([head, chunk]).subarray(0, SIGNATURE_BYTES);
      if (head.length === SIGNATURE_BYTES) checkHead(head);
    }
    tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    yield chunk;
  }
  checkHead(head);
  if (endings.length > 0 && !endings.some((it) => tail.includes(it)))
    refuse(`This ${label} has no end: it was cut off. Download or export it again.`);
}

/** Re-encodes the image, which removes hidden content, location and camera data. */
async function* picture(
  chunks: AsyncIterable<Uint8Array>,
  type: keyof typeof FORMATS,
  maxBytes: number,
): AsyncIterable<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new Fault('too_large', {
        message: `Images can have up to ${Math.round(maxBytes / 2 ** 20)} MB.`,
      });
    parts.push(chunk);
  }
  const bytes = Buffer.concat(parts);
  if ((await (await import('file-type')).fileTypeFromBuffer(bytes))?.mime !== type)
    throw new Fault('corrupt_file', {
      message: `This file is not ${type}. Upload a PNG, JPEG, WebP or GIF image.`,
    });
  yield await inTurn(() => encodedAnew(bytes, type));
}

async function encodedAnew(bytes: Buffer, type: keyof typeof FORMATS): Promise<Uint8Array> {
  try {
    const moves = type === 'image/gif' || type === 'image/webp';
    const { default: sharp } = await import('sharp');
    const image = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: moves });
    const { orientation = 1 } = await image.metadata();
    return await (orientation === 1 ? image : image.autoOrient())
      .toFormat(FORMATS[type])
      .timeout({ seconds: PICTURE_TIMEOUT_S })
      .toBuffer();
  } catch (error) {
    if (error instanceof Error && error.message.includes('pixel limit'))
      throw new Fault('too_large', {
        message: `Images can have up to ${MOST_PIXELS / 1e6} million pixels.`,
        cause: error,
      });
    throw new Fault('corrupt_file', { message: 'This image is damaged.', cause: error });
  }
}

let atWork = 0;
const waiting: (() => void)[] = [];
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atWork >= AT_ONCE)
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  else atWork += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else atWork -= 1;
  }
}

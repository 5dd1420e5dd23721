/**
 * Cover images: uploads are decoded and encoded again as JPEGs of a few widths, and nothing else of
 * the original is stored.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Fault, toFault } from '#core/contract/faults.ts';
import type { PostId, ThreadId } from '#core/contract/id.ts';
import type { FileStore, SourceRow } from '#pipeline/library/index.ts';
import type { Uploader } from '../../http/route.ts';
import type { Signer } from '../content/index.ts';
import type { Files } from '../files/index.ts';
import type { StoredCover, PostRow } from './posts.model.ts';

const MAX_COVER_BYTES = 20 * 2 ** 20;
const UPLOAD_TTL_S = 600;
/** Name of a temporary file that becomes a cover. */
const BEGUN_AS = 'Cover of a post: ';
/** By file extension. No SVG, because it is a document, not an image. */
const UPLOAD_TYPES = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
] as const);
/** By content. */
const READ_TYPES = /^image\/(jpeg|png|webp|gif|avif)$/;
const WIDTHS = [480, 960, 1600] as const;
const QUALITY = 90;
const MAX_PIXELS = 60_000_000;
function threadOf(id: ThreadId | null): ThreadId {
  if (id === null)
    throw new Fault('absent', {
      message: "This post's thread was deleted, so it can't store files.",
    });
  return id;
}

export interface CoverPorts {
  files: FileStore;
  uploads: Pick<Files, 'begin' | 'ofThread' | 'remove'>;
  signer: Signer;
  /** fetches through the gate */
  fetchImage(url: string, maxBytes: number): Promise<Uint8Array>;
}

const refused = (message: string) =>
  new Fault('bad_request', {
    message: `cover: ${message}`,
    details: [{ field: 'cover', message }],
  });

export class Covers {
  readonly #ports: CoverPorts;
  constructor(ports: CoverPorts) {
    this.#ports = ports;
  }

  /**
   * Returns where to upload an image: a file of the post's thread, until it becomes the cover.
   * Faults: `bad_request` if it is not an image.
   */
  async upload(
    { threadId }: PostRow,
    filename: string,
    uploader: Uploader,
  ): Promise<{ fileKey: string; uploadURL: string; headers: Record<string, string> }> {
    const ending = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase();
    const type = [...UPLOAD_TYPES].find(([name]) => name === ending)?.[1];
    if (!type)
      throw new Fault('bad_request', {
        message: 'Upload a JPEG, PNG, WebP or GIF image.',
        details: [{ field: 'filename', message: 'It must end in .jpg, .png, .webp or .gif.' }],
      });
    const { key } = await this.#ports.uploads.begin(
      threadOf(threadId),
      `${BEGUN_AS}${filename.replace(/[/\\]/g, ' ')}`,
      type,
    );
    return {
      fileKey: key,
      uploadURL: this.#ports.signer.url(
        {
          what: 'upload',
          method: 'PUT',
          id: randomUUID(),
          ...uploader,
          key,
          type,
          maxBytes: MAX_COVER_BYTES,
        },
        UPLOAD_TTL_S,
      ),
      headers: { 'Content-Type': type },
    };
  }

  /**
   * Uses a file of the post's thread. Faults: `absent` if there is none, `bad_request` if it can't
   * be decoded.
   */
  async fromUpload({ id, threadId }: PostRow, fileKey: string): Promise<StoredCover> {
    const { files, uploads } = this.#ports;
    const file = await uploads.ofThread(threadOf(threadId), fileKey);
    if (file.size === null)
      throw new Fault('absent', { message: "This file hasn't been uploaded yet." });
    try {
      return await this.#make(id, await files.read(file.key));
    } finally {
      // A temporary file is not needed any more.
      if (file.name.startsWith(BEGUN_AS)) await uploads.remove(file);
    }
  }

  /**
   * Uses one of the known images of these sources: the saved copy, or the site's, fetched once.
   * Returns `undefined` for the post's current cover.
   */
  async fromAddress(
    { id, cover }: PostRow,
    url: string,
    sources: readonly SourceRow[],
  ): Promise<StoredCover | undefined> {
    const { files, signer, fetchImage } = this.#ports;
    if (
      sources.some(({ facts }) =>
        Object.values(facts.thumbnails ?? {}).some((it) => it.url === url),
      )
    ) {
      const bytes = await fetchImage(url, MAX_COVER_BYTES).catch((error: unknown) => {
        throw refused(`The image could not be fetched: ${toFault(error).message}`);
      });
      return this.#make(id, bytes);
    }
    const token = /\/c\/([\w.-]+)$/.exec(url)?.[1];
    const grant = token === undefined ? undefined : signer.open(token);
    if (grant?.what === 'file' && cover?.sizes.some((it) => it.key === grant.key)) return undefined;
    if (
      grant?.what !== 'file' ||
      !sources.some(({ facts }) =>
        Object.values(facts.images ?? {}).some((it) => it.key === grant.key),
      )
    )
      throw refused("It is no image of this post's sources.");
    return this.#make(id, await files.read(grant.key));
  }

  addressOf(key: string): string {
    return this.#ports.signer.url({ what: 'file', key, type: 'image/jpeg', name: 'cover.jpg' });
  }
  read(key: string): Promise<Uint8Array> {
    return this.#ports.files.read(key);
  }
  async drop(cover: StoredCover | null): Promise<void> {
    for (const { key } of cover?.sizes ?? []) await this.#ports.files.delete(key);
  }

  async #make(id: PostId, bytes: Uint8Array): Promise<StoredCover> {
    const type = await (await import('file-type')).fileTypeFromBuffer(bytes);
    if (!type || !READ_TYPES.test(type.mime))
      throw refused('It is not a JPEG, PNG, WebP, GIF or AVIF image.');
    const { default: sharp } = await import('sharp');
    const version = randomBytes(6).toString('hex');
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' });
    const made: { width: number; height: number; key: string; data: Buffer }[] = [];
    for (const wanted of WIDTHS) {
      const { data, info } = await image
        .clone()
        .resize({ width: wanted, withoutEnlargement: true })
        .jpeg({ quality: QUALITY, mozjpeg: true })
        .toBuffer({ resolveWithObject: true })
        .catch((error: unknown) => {
          throw new Fault('bad_request', {
            message: 'cover: This image is damaged or too large.',
            details: [{ field: 'cover', message: 'This image is damaged or too large.' }],
            cause: error,
          });
        });
      if (made.at(-1)?.width !== info.width)
        made.push({
          width: info.width,
          height: info.height,
          key: `posts/${id}/${version}-${info.width}.jpg`,
          data,
        });
    }
    for (const { key, data } of made)
      await this.#ports.files.putStream(key, Readable.from([data]), data.length);
    const widest = made.at(-1);
    if (!widest) throw refused('This image is empty.');
    return {
      version,
      width: widest.width,
      height: widest.height,
      sizes: made.map(({ width, key }) => ({ width, key })),
    };
  }
}

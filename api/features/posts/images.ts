/**
 * Images in a post's text: files of its thread, encoded again once so that only the pixels are
 * published.
 */
import { Readable } from 'node:stream';
import type { JSONContent } from '@tiptap/core';
import type { Log } from '#config/log.ts';
import { image } from '#core/editor/blocks/image/block.ts';
import { toFault } from '#core/contract/faults.ts';
import { sha256 } from '#config/sha256.ts';
import type { FileStore } from '#pipeline/library/index.ts';
import type { Files } from '../files/index.ts';
import { postPath } from './addresses.ts';
import type { PostRow } from './posts.model.ts';
import type { ServedImage } from './page/rendered-content.ts';

const WIDEST = 1600;
const MAX_PIXELS = 60_000_000;
const PICTURES = /^image\/(jpeg|png|webp|gif|avif)$/;
/** Readers get a hash of the key, because the key tells where the file is stored. */
const fileOf = (fileKey: string): string => `image-${sha256(fileKey).slice(0, 20)}.webp`;
const keyOf = ({ id }: Pick<PostRow, 'id'>, file: string): string => `posts/${id}/${file}`;

function keysIn(doc: JSONContent): string[] {
  const own = doc.type === 'image' ? [image.read(doc.attrs).file_key] : [];
  return [...own, ...(doc.content ?? []).flatMap(keysIn)].filter(Boolean);
}

export class PostImages {
  readonly #files: FileStore;
  readonly #uploads: Pick<Files, 'ofThread'>;
  readonly #log: Log;
  constructor({
    files,
    uploads,
    log,
  }: { files: FileStore; uploads: Pick<Files, 'ofThread'>; log: Log }) {
    this.#files = files;
    this.#uploads = uploads;
    this.#log = log;
  }

  /** `file` is the last part of its address. Faults: `absent`. */
  read(post: Pick<PostRow, 'id'>, file: string): Promise<Uint8Array> {
    return this.#files.read(keyOf(post, file));
  }

  /**
   * Returns the images that can be shown, by the key in their block. Keys of other threads are
   * ignored.
   */
  async of(post: PostRow): Promise<Map<string, ServedImage>> {
    const served = new Map<string, ServedImage>();
    for (const key of new Set(keysIn(post.content))) {
      const made = await this.#made(post, key).catch((error: unknown) => {
        this.#log.info(
          { post: post.id, fault: toFault(error).code },
          'an image of a post is not shown',
        );
      });
      if (made) served.set(key, { ...made, url: `${postPath(post.slug)}/${fileOf(key)}` });
    }
    return served;
  }

  async #made(
    post: PostRow,
    fileKey: string,
  ): Promise<{ width: number; height: number } | undefined> {
    const { default: sharp } = await import('sharp');
    const key = keyOf(post, fileOf(fileKey));
    if (await this.#files.has(key)) {
      const { width, height } = await sharp(await this.#files.read(key)).metadata();
      return { width, height };
    }
    if (!post.threadId) return undefined;
    const bytes = await this.#files.read(
      (await this.#uploads.ofThread(post.threadId, fileKey)).key,
    );
    const type = await (await import('file-type')).fileTypeFromBuffer(bytes);
    if (!type || !PICTURES.test(type.mime)) return undefined;
    const { data, info } = await sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      animated: type.mime === 'image/gif',
    })
      .autoOrient()
      .resize({ width: WIDEST, withoutEnlargement: true })
      .webp({ quality: 88 })
      .toBuffer({ resolveWithObject: true });
    await this.#files.putStream(key, Readable.from([data]), data.length);
    return { width: info.width, height: info.pageHeight ?? info.height };
  }
}

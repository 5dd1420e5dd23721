import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PostId } from '#core/contract/id.ts';
import type { PostRow } from './posts.model.ts';
import type { Page } from './page/page.ts';

export interface CachedPage {
  id: PostId;
  updatedAt: number;
  /** name of the author on the page */
  author: string;
  body: Buffer;
  gzipped: Buffer;
  policy: string;
  etag: string;
  lastModified: string;
  /** when the database was last checked */
  checkedAt: number;
}

const packed = promisify(gzip);
const MAX_BYTES = 48_000_000;
const bytesOf = (it: CachedPage): number => it.body.length + it.gzipped.length;

/** Rendered pages by address, with the most recently used ones. */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();
  #bytes = 0;

  get(slug: string): CachedPage | undefined {
    const page = this.#pages.get(slug);
    if (page) {
      this.#pages.delete(slug);
      this.#pages.set(slug, page);
    }
    return page;
  }
  /** A page may have megabytes, so it is compressed in a thread. */
  async put(
    { id, slug, updatedAt }: Pick<PostRow, 'id' | 'slug' | 'updatedAt'>,
    { html, policy }: Page,
    author: string,
  ): Promise<CachedPage> {
    const body = Buffer.from(html);
    const gzipped = await packed(body, { level: 9 });
    const page: CachedPage = {
      id,
      updatedAt: updatedAt.getTime(),
      author,
      body,
      gzipped,
      policy,
      lastModified: updatedAt.toUTCString(),
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      checkedAt: Date.now(),
    };
    this.drop(slug);
    this.#pages.set(slug, page);
    this.#bytes += bytesOf(page);
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.drop(oldest);
    }
    return page;
  }
  drop(slug: string): void {
    const page = this.#pages.get(slug);
    if (!page) return;
    this.#pages.delete(slug);
    this.#bytes -= bytesOf(page);
  }
  forget(id: PostId): void {
    for (const [slug, page] of this.#pages) if (page.id === id) this.drop(slug);
  }
}

/**
 * Rendered content of published posts, stored in the database. Rendering runs in child processes;
 * if it fails, the text is shown as paragraphs.
 */
import type { Log } from '#config/log.ts';
import { toFault } from '#core/contract/faults.ts';
import { SourceId, type PostId } from '#core/contract/id.ts';
import { PostStatus } from '#core/contract/post.ts';
import { docLocators } from '#core/editor/document.ts';
import { sha256 } from '#config/sha256.ts';
import type { Database, Library } from '#pipeline/library/index.ts';
import type { TextProcess } from '../../text-process/index.ts';
import type { PostImages } from './images.ts';
import type { PublicSource } from './page/source-links.ts';
import { plainContent, RenderedContent } from './page/rendered-content.ts';
import { defineRenderedPosts, type PostRow, type RenderedRow } from './posts.model.ts';
import type { Posts } from './posts.ts';
import { publicSource } from './public-sources.ts';

/**
 * Must be increased when `render/` changes its output: stored posts are then rendered again at
 * their next visit.
 */
const RENDERER = 2;
/** Time until a post that could not be rendered is tried again, in ms. */
const RETRY_MS = 3_600_000;

export interface RenderedPostsPorts {
  database: Database;
  posts: Pick<Posts, 'some'>;
  library: Pick<Library, 'ofOwner'>;
  images: Pick<PostImages, 'of'>;
  texts: Pick<TextProcess, 'render'>;
  log: Log;
}

/** The content of a post for its page, with the sources that it cites. */
export interface ShownPost {
  rendered: RenderedContent;
  sources: PublicSource[];
}

export class RenderedPosts {
  readonly #ports: RenderedPostsPorts;
  readonly #rows;
  /** renderings in progress, by post and version */
  readonly #running = new Map<string, Promise<RenderedContent>>();
  readonly #preparing = new Set<Promise<void>>();
  constructor(ports: RenderedPostsPorts) {
    this.#ports = ports;
    this.#rows = defineRenderedPosts(ports.database.sequelize);
  }

  /**
   * Returns the stored rendering of a published post; renders it if it is missing or of another
   * version.
   */
  async published(post: PostRow): Promise<ShownPost> {
    const sources = await this.#sourcesOf(post);
    const version = versionOf(post, sources);
    const stored = await this.#stored(post.id, version);
    if (!stored) return { rendered: await this.#once(post, sources, version), sources };
    // The visitor does not wait for another attempt.
    if (stored.isPlain && Date.now() - stored.renderedAt.getTime() > RETRY_MS)
      void this.#once(post, sources, version);
    return { rendered: stored.rendered, sources };
  }

  /** Renders a post that only its owner sees; stores nothing. */
  async preview(post: PostRow): Promise<ShownPost> {
    const sources = await this.#sourcesOf(post);
    return { rendered: (await this.#render(post, sources)).rendered, sources };
  }

  /** Renders and stores a published or changed post before its first visit. */
  prepare(id: PostId): void {
    const preparing = this.#prepare(id).finally(() => {
      this.#preparing.delete(preparing);
    });
    this.#preparing.add(preparing);
  }

  async #prepare(id: PostId): Promise<void> {
    try {
      const [post] = await this.#ports.posts.some([id]);
      if (post?.status === PostStatus.published) await this.published(post);
    } catch (error) {
      this.#ports.log.warn(
        { err: error, post: id },
        'a published post is rendered at its first visit',
      );
    }
  }

  /** Resolves when nothing is being rendered. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#preparing, ...this.#running.values()]);
  }

  async #sourcesOf(post: PostRow): Promise<PublicSource[]> {
    const named = docLocators(post.content).flatMap(
      (place) => SourceId.safeParse(place.sourceId).data ?? [],
    );
    const rows = await this.#ports.library.ofOwner(post.ownerId, [
      ...new Set([...post.sources, ...named]),
    ]);
    return rows.map(publicSource);
  }

  async #stored(postId: PostId, version: string): Promise<RenderedRow | undefined> {
    const row = (await this.#rows.findByPk(postId))?.get({ plain: true });
    if (row?.version !== version) return undefined;
    const rendered = RenderedContent.safeParse(row.rendered);
    return rendered.success ? { ...row, rendered: rendered.data } : undefined;
  }

  /**
   * Renders a version once for all concurrent requests. Never rejects because of the post's
   * content.
   */
  #once(post: PostRow, sources: PublicSource[], version: string): Promise<RenderedContent> {
    const key = `${post.id} ${version}`;
    const running =
      this.#running.get(key) ??
      this.#renderAndStore(post, sources, version).finally(() => {
        this.#running.delete(key);
      });
    this.#running.set(key, running);
    return running;
  }

  async #renderAndStore(
    post: PostRow,
    sources: PublicSource[],
    version: string,
  ): Promise<RenderedContent> {
    const { rendered, isPlain, isFinal } = await this.#render(post, sources);
    if (!isFinal) return rendered;
    const row: RenderedRow = {
      postId: post.id,
      version,
      rendered,
      isPlain,
      renderedAt: new Date(),
    };
    await this.#ports.database
      .write((transaction) => this.#rows.upsert(row, { transaction }))
      .catch((error: unknown) => {
        // The post was deleted, or the disk is full: the page can be shown all the same.
        this.#ports.log.warn({ err: error, post: post.id }, 'a rendered post was not stored');
      });
    return rendered;
  }

  /** `isFinal`: an immediate retry would fail again. */
  async #render(
    post: PostRow,
    sources: PublicSource[],
  ): Promise<{ rendered: RenderedContent; isPlain: boolean; isFinal: boolean }> {
    const { images, texts, log } = this.#ports;
    try {
      const rendered = await texts.render({
        doc: post.content,
        sources,
        images: await images.of(post),
      });
      return { rendered, isPlain: false, isFinal: true };
    } catch (error) {
      const { code } = toFault(error);
      log.warn(
        { err: error, post: post.id, fault: code },
        'a post could not be rendered; its text is shown as paragraphs',
      );
      return {
        rendered: plainContent(post.content),
        isPlain: true,
        isFinal: code !== 'unavailable',
      };
    }
  }
}

function versionOf({ slug, content }: PostRow, sources: readonly PublicSource[]): string {
  const bySource = sources.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return sha256(JSON.stringify([RENDERER, slug, content, bySource]));
}

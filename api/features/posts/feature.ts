import type { Context, Middleware } from 'koa';
import type { UserId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { Database, FileStore, Library } from '#pipeline/library/index.ts';
import type { Feature } from '../../http/feature.ts';
import type { SafeTexts, TextProcess } from '../../text-process/index.ts';
import type { Signer } from '../content/index.ts';
import type { Files } from '../files/index.ts';
import type { Threads } from '../threads/index.ts';
import { PostCards } from './card.ts';
import { Covers } from './covers.ts';
import { PostImages } from './images.ts';
import { postPages } from './pages.ts';
import { Posts } from './posts.ts';
import { RenderedPosts } from './rendered-posts.ts';
import { postRoutes, type PostRoutePorts } from './routes.ts';

export interface PostsParts {
  database: Database;
  library: Library;
  files: FileStore;
  uploads: Files;
  threads: Threads;
  signer: Signer;
  publicUrl: string;
  /** fetches through the gate */
  net: {
    fetch(
      url: string,
      options: { maxBytes: number; companion: boolean },
    ): Promise<{ bytes: Uint8Array }>;
    frames: PostRoutePorts['frames'];
  };
  scanner: { check(bytes: Uint8Array): Promise<void> } | undefined;
  texts: TextProcess;
  safeTexts: SafeTexts;
  /** returns the person who requests a page, if they are signed in */
  viewer(koa: Context): Promise<UserId | undefined>;
  log: Log;
}
export interface PostsFeature extends Feature {
  posts: Posts;
  /** published posts for everyone */
  pages: Middleware;
}

/** Posts of a person, and their public pages. */
export function createPostsFeature(parts: PostsParts): PostsFeature {
  const { database, library, files, uploads, threads, signer, publicUrl, net, scanner, log } =
    parts;
  const posts = new Posts(database);
  const covers = new Covers({
    files,
    uploads,
    signer,
    fetchImage: async (url, maxBytes) => {
      const { bytes } = await net.fetch(url, { maxBytes, companion: true });
      await scanner?.check(bytes);
      return bytes;
    },
  });
  const images = new PostImages({ files, uploads, log });
  const rendered = new RenderedPosts({ database, posts, library, images, texts: parts.texts, log });
  return {
    name: 'posts',
    posts,
    pages: postPages({
      posts,
      covers,
      images,
      cards: new PostCards(files),
      rendered,
      publicUrl,
      viewer: (koa) => parts.viewer(koa),
    }),
    routes: postRoutes({
      posts,
      covers,
      images,
      threads,
      library,
      texts: parts.safeTexts,
      publicUrl,
      frames: net.frames,
    }),
    close: () => rendered.settled(),
  };
}

/** Exports a post as a folder for other programs: Markdown with front matter, and its images. */
import type { PostExport } from '#core/contract/post.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { SafeTexts } from '../../text-process/index.ts';
import type { PostRow } from './posts.model.ts';
import { publicSource } from './public-sources.ts';
import type { ServedImage } from './page/rendered-content.ts';
import { textLink } from './page/source-links.ts';

interface Exported {
  post: PostRow;
  sources: readonly SourceRow[];
  url: string;
  images: ReadonlyMap<string, ServedImage>;
  readCover(key: string): Promise<Uint8Array>;
  readImage(name: string): Promise<Uint8Array>;
  texts: Pick<SafeTexts, 'docToMarkdown'>;
}

/** JSON is valid YAML. */
const frontMatter = (fields: Record<string, unknown>): string =>
  `---\n${Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n')}\n---\n`;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export async function exportPost({
  post,
  sources,
  url,
  images,
  readCover,
  readImage,
  texts,
}: Exported): Promise<PostExport> {
  const known = new Map(sources.map((row) => [String(row.id), publicSource(row)]));
  const assets: PostExport['assets'] = [];
  const widest = post.cover?.sizes.at(-1);
  if (widest) assets.push({ path: 'cover.jpg', base64: base64(await readCover(widest.key)) });
  const paths = new Map<string, string>();
  for (const [key, served] of images) {
    const path = served.url.split('/').at(-1) ?? '';
    paths.set(key, path);
    assets.push({ path, base64: base64(await readImage(path)) });
  }
  const markdown = (await texts.docToMarkdown(post.content))
    .replace(/\]\((\?source=[^\s)]+)/g, (whole, place: string) => {
      const link = textLink(known, place);
      return link
        ? `](${link.href.replace(/[()]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`
        : whole;
    })
    .replace(
      /\]\(\?file=([a-zA-Z0-9/._-]+)(?:[^\s()a-zA-Z0-9/._-][^\s()]*)?\)/g,
      (whole, key: string) => {
        const path = paths.get(key);
        return path === undefined ? whole : `](${path})`;
      },
    );
  const head = frontMatter({
    title: post.title,
    description: post.metadata.gist || post.description,
    url,
    date: post.publishedAt?.toISOString(),
    updated: post.updatedAt.toISOString(),
    tags: [...post.tags.map((it) => it.tag_name), ...post.aiTags],
    level: post.metadata.learning_level,
    draft: post.status === 2 ? undefined : true,
    cover: widest ? 'cover.jpg' : undefined,
    sources: sources
      .filter((row) => post.sources.includes(row.id))
      .map((row) => ({ title: row.title, url: known.get(row.id)?.url })),
  });
  return {
    _id: post.id,
    slug: post.slug,
    title: post.title,
    markdown: `${head}\n# ${post.title.replaceAll('\n', ' ')}\n\n${markdown.trim()}\n`,
    assets,
  };
}

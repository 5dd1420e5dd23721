/**
 * The preview image of a link to a post: 1200 × 630, in the post's colours, with its title, author
 * and cover.
 */
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { FileStore } from '#pipeline/library/index.ts';
import { readableColor } from '#core/text/contrast.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import { sha256 } from '#config/sha256.ts';
import type { PostRow } from './posts.model.ts';
import { paperOf } from './page/theme.ts';

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 72];
const COVER_WIDTH = 420;
/** Fonts of the machine provide missing letters. */
const FONT_FILE = fileURLToPath(
  import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf'),
);
const MAX_TITLE = 120;

export class PostCards {
  readonly #files: FileStore;
  readonly #making = new Map<string, Promise<Uint8Array>>();
  constructor(files: FileStore) {
    this.#files = files;
  }

  async of(post: PostRow, author: string): Promise<Uint8Array> {
    const {
      title,
      metadata: { theme },
      cover,
    } = post;
    const look = sha256(JSON.stringify([title, author, theme, cover?.version])).slice(0, 16);
    const key = `posts/${post.id}/card-${look}.png`;
    const making =
      this.#making.get(key) ??
      this.#kept(key, post, author).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  async #kept(key: string, post: PostRow, author: string): Promise<Uint8Array> {
    if (await this.#files.has(key)) return this.#files.read(key);
    const made = await this.#draw(post, author);
    await this.#files.putStream(key, Readable.from([made]), made.length);
    return made;
  }

  async #draw({ title, metadata: { theme }, cover }: PostRow, author: string): Promise<Buffer> {
    const { default: sharp } = await import('sharp');
    const paper = paperOf(theme);
    const { primary, secondary, tertiary } = theme.colors;
    const ink = readableColor(theme.mode === 'dark' ? secondary : primary, 7, paper);
    const widest = cover?.sizes.find((it) => it.width >= COVER_WIDTH) ?? cover?.sizes.at(-1);
    const picture =
      widest &&
      (await sharp(await this.#files.read(widest.key))
        .resize(COVER_WIDTH, HEIGHT, { fit: 'cover' })
        .toBuffer());
    const room = WIDTH - 2 * MARGIN - (picture ? COVER_WIDTH : 0);
    const write = (words: string, color: string, size: number, height: number) =>
      sharp({
        text: {
          text: `<span foreground="${color}">${escapeHtml(words)}</span>`,
          font: `Liberation Sans Bold ${size}`,
          fontfile: FONT_FILE,
          width: room,
          height: height,
          rgba: true,
          wrap: 'word-char',
        },
      })
        .png()
        .toBuffer();
    const shown = title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE).trimEnd()}…`;
    const bar = await sharp({ create: { width: 84, height: 8, channels: 3, background: ink } })
      .png()
      .toBuffer();
    return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: paper } })
      .composite([
        { input: bar, left: MARGIN, top: MARGIN },
        { input: await write(shown, ink, 40, 340), left: MARGIN, top: MARGIN + 44 },
        {
          input: await write(`${author} · Gloss`, readableColor(tertiary, 4.5, paper), 16, 30),
          left: MARGIN,
          top: HEIGHT - MARGIN - 28,
        },
        ...(picture ? [{ input: picture, left: WIDTH - COVER_WIDTH, top: 0 }] : []),
      ])
      .png({ palette: true, quality: 90 })
      .toBuffer();
  }
}

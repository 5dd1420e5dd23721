/** Packs an export into files: a single one, or several in a zip. */
import type { Readable } from 'node:stream';
import type { ExportFormat } from '#core/contract/export.ts';
import { positionOf, locatorQuery } from '#core/contract/locator.ts';
import type { FileStore } from '#pipeline/library/index.ts';
import { ZipWriter } from '../../archive/zip-writer.ts';
import type { SafeTexts } from '../../text-process/index.ts';
import { locatorLink } from '../posts/index.ts';
import { cardsOf } from './anki/cards.ts';
import { collectionOf } from './anki/to-apkg.ts';
import { knownSources } from './known-sources.ts';
import type { ThreadContent } from './thread-content.ts';
import { toHtml } from './to-html.ts';
import { toJson } from './to-json.ts';
import { toMarkdown } from './to-markdown.ts';

export interface Part {
  path: string;
  /** compressed already */
  isPacked: boolean;
  chunks(): Promise<AsyncIterable<Uint8Array>> | Iterable<Uint8Array>;
}
export interface PackPorts {
  store: Pick<FileStore, 'read' | 'stream'>;
  texts: Pick<SafeTexts, 'notesToMarkdown' | 'render'>;
}
export interface Packed {
  name: string;
  contentType: string;
  body: Buffer | Readable;
}

/** A file name that is valid on every system. */
export const plainName = (title: string): string =>
  title
    .normalize('NFC')
    .replace(/[\p{Cc}/\\:*?"<>|#^[\]]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
    .slice(0, 100)
    .trim() || 'Notes';

const TEXT_TYPES = { md: 'text/markdown', html: 'text/html', json: 'application/json' } as const;
const encode = (text: string): Buffer => Buffer.from(text);

export async function partsOf(
  content: ThreadContent,
  format: ExportFormat,
  { store, texts }: PackPorts,
  now: Date,
): Promise<Part[]> {
  const { thread, files } = content;
  const text = (path: string, written: string): Part => ({
    path,
    isPacked: false,
    chunks: () => [encode(written)],
  });
  const name = plainName(thread.title);
  if (format === 'html') return [text(`${name}.html`, await toHtml(content, store, texts))];
  if (format === 'anki') {
    const collection = await collectionOf({
      id: thread.id,
      title: thread.title,
      cards: cardsIn(content),
      now,
    });
    return [
      { path: 'collection.anki2', isPacked: false, chunks: () => [collection] },
      text('media', '{}'),
    ];
  }
  const beside = files.map(
    (file): Part => ({
      path: file.path,
      isPacked: true,
      chunks: async () => (await store.stream(file.key)) as AsyncIterable<Uint8Array>,
    }),
  );
  return [
    format === 'md'
      ? text(`${name}.md`, await toMarkdown(content, texts))
      : text('thread.json', toJson(content)),
    ...beside,
  ];
}
export function cardsIn({
  thread,
  notes,
  sources,
  address,
}: Pick<ThreadContent, 'thread' | 'notes' | 'sources' | 'address'>) {
  const known = knownSources(sources);
  return cardsOf(notes, {
    threadId: thread.id,
    linkOf(sourceId, locator) {
      const source = known.get(sourceId);
      if (!source) return undefined;
      // Links to the original source, which any device can open; to the workspace if there is none.
      const href =
        locatorLink(known, sourceId, locator)?.href ??
        `${address}${locatorQuery(sourceId, locator.medium, positionOf(locator))}`;
      return { title: source.title, href };
    },
  });
}

async function write(zip: ZipWriter, folder: string, parts: readonly Part[]): Promise<void> {
  for (const { path, isPacked, chunks } of parts)
    await zip.add(`${folder}${path}`, await chunks(), { compress: !isPacked });
}
/** A zip that is streamed. */
export function streamed(
  mtime: Date,
  fill: (add: (folder: string, parts: readonly Part[]) => Promise<void>) => Promise<void>,
): Readable {
  const zip = new ZipWriter(mtime);
  fill((folder, parts) => write(zip, folder, parts)).then(
    () => {
      zip.end();
    },
    (error: unknown) => {
      zip.fail(error);
    },
  );
  return zip.output;
}

/** One thread: its file, or a zip if it has images or documents. */
export async function pack(
  content: ThreadContent,
  format: ExportFormat,
  ports: PackPorts,
  now: Date,
): Promise<Packed> {
  const parts = await partsOf(content, format, ports, now);
  const name = plainName(content.thread.title);
  const [first] = parts;
  if (format !== 'anki' && parts.length === 1 && first)
    return {
      name: first.path === 'thread.json' ? `${name}.json` : first.path,
      contentType: TEXT_TYPES[format],
      body: Buffer.concat(await Array.fromAsync(await first.chunks())),
    };
  const body = streamed(content.thread.updatedAt, (add) => add('', parts));
  return format === 'anki'
    ? { name: `${name}.apkg`, contentType: 'application/octet-stream', body }
    : { name: `${name}.zip`, contentType: 'application/zip', body };
}

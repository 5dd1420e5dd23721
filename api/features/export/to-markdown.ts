/**
 * Exports a note for Obsidian and other vaults: front matter, the notes, and their images and
 * uploaded documents as files.
 */
import type { ExportedSource, ThreadExport } from '#core/contract/export.ts';
import type { ExternalSource } from '#core/editor/external-links.ts';
import type { SafeTexts } from '../../text-process/index.ts';
import type { ThreadContent } from './thread-content.ts';
import { toThreadExport } from './to-json.ts';

/** Returns a valid tag for vaults: no spaces, and not only digits. */
export function vaultTag(text: string): string | undefined {
  const tag = text
    .trim()
    .replace(/^#/, '')
    .replace(/[^\p{L}\p{N}_/-]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  return tag === '' ? undefined : /^\d+$/.test(tag) ? `n${tag}` : tag;
}
/** Recognised by its address, even before it was processed. */
export const videoIdOf = ({
  url,
  medium,
}: Pick<ExportedSource, 'url' | 'medium'>): string | undefined => {
  if (medium !== 'timed' || url === undefined) return undefined;
  return /^https:\/\/(?:(?:www|m|music)\.)?(?:youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|live\/|embed\/)|youtu\.be\/)([\w-]{11})(?![\w-])/.exec(
    url,
  )?.[1];
};
/** By id, for links, from the fields of the export. */
export const externalSources = ({
  sources,
  files,
}: Pick<ThreadExport, 'sources' | 'files'>): ExternalSource[] =>
  sources.map((it) => ({
    id: it._id,
    medium: it.medium,
    url: it.url ?? files.find((file) => file.key === it.file)?.path,
    videoId: videoIdOf(it),
  }));

/** JSON is valid YAML, so both parsers read a line. */
const line = (name: string, value: unknown): string[] =>
  value === undefined || (Array.isArray(value) && value.length === 0)
    ? []
    : [`${name}: ${JSON.stringify(value)}`];

export const FILES_OPEN = '<!-- gloss-files';
export async function toMarkdown(
  content: ThreadContent,
  texts: Pick<SafeTexts, 'notesToMarkdown'>,
): Promise<string> {
  const it = toThreadExport(content);
  const { thread, sources, files } = it;
  const tags = [
    ...new Set(
      sources.flatMap((source) => source.tags ?? []).flatMap((tag) => vaultTag(tag) ?? []),
    ),
  ];
  const head = [
    ...line('title', thread.title),
    ...line('id', thread._id),
    ...line('url', content.address),
    `created: ${thread.createdAt}`,
    `updated: ${thread.updatedAt}`,
    ...line('tags', tags),
    // One source per line, for Dataview and `gloss import`.
    ...(sources.length > 0
      ? ['sources:', ...sources.map((source) => `  - ${JSON.stringify(source)}`)]
      : []),
    'gloss: 1',
  ];
  const body = await texts.notesToMarkdown(it.notes, {
    sources: externalSources(it),
    files,
    threadUrl: content.address,
  });
  const kept =
    files.length > 0
      ? `\n${FILES_OPEN}\n${files.map((file) => JSON.stringify(file).replaceAll('-->', '--\\u003e')).join('\n')}\n-->\n`
      : '';
  return `---\n${head.join('\n')}\n---\n\n${body}${kept}`;
}

/** Exports the notes as one page without scripts or external requests. */
import type { SourceFlag } from '#core/contract/source.ts';
import type { FileStore, SourceRow } from '#pipeline/library/index.ts';
import { pageParts } from '../posts/index.ts';
import type { SafeTexts } from '../../text-process/index.ts';
import { knownSources } from './known-sources.ts';
import type { ThreadContent } from './thread-content.ts';

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const day = (date: Date): string => date.toISOString().slice(0, 10);
const FLAGS: Record<SourceFlag, string> = {
  archive: 'Archived',
  favorite: 'Favorite',
  toread: 'To read',
};
const OWN = `.list{padding:0}.sources{font-size:.86rem;margin-top:3.5rem;border-top:1px solid var(--line);padding-top:1.4rem}.sources ol{padding-left:1.4rem}`;

/** What the owner added to a source. */
function ownDetails({ kept }: SourceRow): string {
  const { folders = [], tags = [], flags = [], addedAt, note } = kept;
  const marks = [
    ...folders,
    ...tags.map((tag) => `#${tag}`),
    ...flags.map((flag) => FLAGS[flag]),
    ...(addedAt === undefined ? [] : [addedAt.slice(0, 10)]),
  ].map(escape);
  return [
    ...(marks.length > 0 ? [`<br>${marks.join(' · ')}`] : []),
    ...(note === undefined ? [] : [`<br>${escape(note).replaceAll('\n', '<br>')}`]),
  ].join('');
}

export async function toHtml(
  { thread, address, sources, notes, files, isWhole }: ThreadContent,
  store: Pick<FileStore, 'read'>,
  texts: Pick<SafeTexts, 'render'>,
): Promise<string> {
  const known = knownSources(sources);
  const { default: sharp } = await import('sharp');
  const images = new Map<string, { url: string; width: number; height: number }>();
  const bytesOf = new Map<string, string>();
  for (const [n, file] of files.filter((it) => it.contentType.startsWith('image/')).entries()) {
    const bytes = await store.read(file.key);
    const { width, height } = await sharp(bytes).metadata();
    const url = `/picture-${n}`;
    images.set(file.key, { url, width, height });
    bytesOf.set(url, `data:${file.contentType};base64,${Buffer.from(bytes).toString('base64')}`);
  }
  // Addresses of images are inserted after everything else was sanitised.
  const { readingStyle } = await pageParts();
  const { html } = await texts.render({ doc: notes, sources: [...known.values()], images });
  const body = html.replace(/ src="(\/picture-\d+)"/g, (whole, url: string) => {
    const data = bytesOf.get(url);
    return data === undefined ? whole : ` src="${data}"`;
  });
  const listed = sources.map(({ row }) => {
    const { url, title, by } = known.get(row.id) ?? {};
    const name = escape((isWhole ? row.kept.title : undefined) ?? title ?? row.title);
    const own = isWhole ? ownDetails(row) : '';
    return `<li>${url === undefined ? name : `<a href="${escape(url)}" rel="noopener nofollow">${name}</a>`}${by ? ` · ${escape(by)}` : ''}${own}</li>`;
  });
  return `<!doctype html>
<html lang="und"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"><meta name="referrer" content="no-referrer"><meta name="generator" content="Gloss">
<title>${escape(thread.title)}</title><style>${readingStyle()}${OWN}</style></head>
<body><main><header class="head"><h1>${escape(thread.title)}</h1><p class="by"><a href="${escape(address)}">${day(thread.updatedAt)}</a></p></header>
<div class="columns"><article class="text">${body}${listed.length > 0 ? `<section class="sources"><h2>Sources</h2><ol>${listed.join('')}</ol></section>` : ''}</article></div></main></body></html>
`;
}

/** The list of sources as a file: what other programs read, and Gloss itself imports. Pure. */
import { csvCell } from '#core/text/csv-cell.ts';
import type { Source } from '#core/contract/source.ts';
import { bylineOf, originalOf, titleOf } from '#ui/features/sources/index.ts';

export const LIST_FORMATS = ['csv', 'json', 'links'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

const COLUMNS = ['title', 'url', 'type', 'channel', 'tags', 'folder', 'added', 'status'] as const;
const statusOf = ({ status, error }: Source): string =>
  status.embedding === 0
    ? 'processing'
    : status.embedding === 1
      ? 'ready'
      : (error?.code ?? 'failed');

function csv(sources: readonly Source[]): string {
  const rows = sources.map((it) => [
    titleOf(it),
    originalOf(it) ?? '',
    it.sourceType,
    bylineOf(it),
    (it.tags ?? []).join('; '),
    (it.folders ?? []).join('; '),
    it.addedAt ?? it.createdAt,
    statusOf(it),
  ]);
  return [[...COLUMNS], ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function json(sources: readonly Source[]): string {
  const items = sources.map((it) => ({
    title: titleOf(it),
    url: originalOf(it),
    type: it.sourceType,
    tags: it.tags ?? [],
    folders: it.folders ?? [],
    addedAt: it.addedAt ?? it.createdAt,
    note: it.note,
    highlights: it.highlights,
    refreshEvery: it.refreshEvery ?? undefined,
    status: statusOf(it),
  }));
  return `${JSON.stringify(items, undefined, 2)}\n`;
}

const links = (sources: readonly Source[]): string =>
  [...new Set(sources.flatMap((it) => originalOf(it) ?? []))].map((url) => `${url}\n`).join('');

const FILES = {
  csv: { write: csv, name: 'gloss-library.csv', contentType: 'text/csv' },
  json: { write: json, name: 'gloss-library.json', contentType: 'application/json' },
  links: { write: links, name: 'gloss-library.txt', contentType: 'text/plain' },
} satisfies Record<
  ListFormat,
  { write: (sources: readonly Source[]) => string; name: string; contentType: string }
>;

export function listFile(
  sources: readonly Source[],
  format: ListFormat,
): { text: string; name: string; contentType: string } {
  const { write, name, contentType } = FILES[format];
  return { text: write(sources), name, contentType };
}

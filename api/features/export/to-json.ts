import type { ExportedSource, ThreadExport } from '#core/contract/export.ts';
import { docToThreadNodes } from '#core/editor/document.ts';
import { isoDate } from '#core/text/iso-date.ts';
import type { ThreadSource, ThreadContent } from './thread-content.ts';

const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as T;
const isoOf = (text: string | undefined): string | undefined =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();

function sourceOf(
  { row, heldSince }: ThreadSource,
  { isWhole, files }: Pick<ThreadContent, 'isWhole' | 'files'>,
): ExportedSource {
  const { facts, kept } = row;
  const file = files.find((it) => it.key === row.uploadKey);
  return defined({
    _id: row.id,
    sourceType: row.kind,
    medium: row.medium,
    title: row.title,
    url: row.uploadKey === null ? row.url : undefined,
    file: file?.key,
    heldSince: heldSince.toISOString(),
    author: facts.author ?? facts.channelTitle,
    publishedAt: isoDate(facts.publishedAt ?? ''),
    language: facts.language,
    duration: facts.durationS,
    pages: facts.pages,
    ...(isWhole
      ? {
          ownTitle: kept.title,
          tags: kept.tags,
          folders: kept.folders,
          addedAt: isoOf(kept.addedAt ?? row.createdAt.toISOString()),
          note: kept.note,
          flags: kept.flags,
          highlights: kept.highlights?.map(({ text, note, createdAt }) =>
            defined({ text, note, createdAt: isoOf(createdAt) }),
          ),
        }
      : {}),
  }) as ExportedSource;
}

/** Returns a thread as data; `gloss import` reads it. */
export function toThreadExport({
  thread,
  sources,
  notes,
  answers,
  files,
  isWhole,
}: ThreadContent): ThreadExport {
  return {
    gloss: 1,
    kind: 'thread',
    thread: {
      _id: thread.id,
      url: thread.url,
      title: thread.title,
      createdAt: thread.createdAt.toISOString(),
      updatedAt: thread.updatedAt.toISOString(),
    },
    sources: sources.map((it) => sourceOf(it, { isWhole, files })),
    notes: notes as Record<string, unknown>,
    clips: docToThreadNodes(notes)
      .filter(({ type }) => /clip$/.test(type))
      .map(({ type, _id, attributes }) => ({ type, _id, ...attributes })),
    answers: answers.map(({ thread_id: _, ...answer }) => answer),
    files: [...files],
  };
}
export const toJson = (content: ThreadContent): string =>
  `${JSON.stringify(toThreadExport(content), undefined, 2)}\n`;

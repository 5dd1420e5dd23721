/** Collects the content of a thread for an export, as far as the person may see it. */
import type { JSONContent } from '@tiptap/core';
import { createHash } from 'node:crypto';
import type { Answer } from '#core/contract/ask.ts';
import type { ExportedFile } from '#core/contract/export.ts';
import { extensionOf, FileType } from '#core/contract/file.ts';
import type { ThreadId, UserId } from '#core/contract/id.ts';
import { image } from '#core/editor/blocks/image/block.ts';
import type { FileStore, Library, SourceRow } from '#pipeline/library/index.ts';
import type { Answers } from '../ask/index.ts';
import type { Files } from '../files/index.ts';
import type { ThreadWithRole, Threads } from '../threads/index.ts';

export interface ThreadContentPorts {
  threads: Threads;
  library: Library;
  uploads: Files;
  store: FileStore;
  answers: Answers;
  readNotes(id: ThreadId): Promise<JSONContent>;
  seal(sha256: string, type: string): string;
  publicUrl: string;
}
export interface ThreadSource {
  row: SourceRow;
  heldSince: Date;
}
export interface ThreadContent {
  thread: ThreadWithRole;
  /** URL in the workspace */
  address: string;
  sources: readonly ThreadSource[];
  notes: JSONContent;
  answers: readonly Answer[];
  files: readonly ExportedFile[];
  /** includes what only the owner sees: answers, and tags, notes and highlights of sources */
  isWhole: boolean;
}

/** Returns the keys of all images in the notes, including covers of posts. */
function keysIn(node: JSONContent): string[] {
  const cover: unknown = node.type === 'blog' ? node.attrs?.['cover'] : undefined;
  const own =
    node.type === 'image'
      ? [image.read(node.attrs).file_key]
      : typeof cover === 'string'
        ? [cover]
        : [];
  return [...own, ...(node.content ?? []).flatMap(keysIn)].filter(Boolean);
}
/** Returns a safe, unique file name. */
function pathOf(key: string, type: FileType, taken: Set<string>): string {
  const stem =
    (key.split('/').at(-1) ?? '')
      .replace(/\.\w{1,5}$/, '')
      .replace(/[^\w.-]/g, '')
      .slice(0, 100) || 'file';
  const extension = extensionOf(type);
  let path = `assets/${stem}.${extension}`;
  for (let n = 2; taken.has(path); n += 1) path = `assets/${stem}-${n}.${extension}`;
  taken.add(path);
  return path;
}
async function hashOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

export async function collectThreadContent(
  ports: ThreadContentPorts,
  thread: ThreadWithRole,
  viewer: UserId | undefined,
): Promise<ThreadContent> {
  const { threads, library, uploads, store, answers, readNotes, seal, publicUrl } = ports;
  const sourcesWithDates = await threads.sources.withDates(thread.id);
  const rows = new Map(
    (
      await library.ofOwner(
        thread.ownerId,
        sourcesWithDates.map((it) => it.sourceId),
      )
    ).map((row) => [row.id, row]),
  );
  const sources = sourcesWithDates.flatMap(({ sourceId, addedAt }) => {
    const row = rows.get(sourceId);
    return row ? [{ row, heldSince: addedAt }] : [];
  });
  const notes = await readNotes(thread.id);
  const wanted = new Set([...keysIn(notes), ...sources.flatMap(({ row }) => row.uploadKey ?? [])]);
  const usedNames = new Set<string>();
  const files: ExportedFile[] = [];
  for (const { key, name, contentType, size } of await uploads.list(thread.id)) {
    const type = FileType.safeParse(contentType);
    if (!wanted.has(key) || !type.success || !(await store.has(key))) continue;
    const sha256 = await hashOf((await store.stream(key)) as AsyncIterable<Uint8Array>);
    files.push({
      key,
      name,
      contentType: type.data,
      size: Number(size),
      path: pathOf(key, type.data, usedNames),
      sha256,
      seal: seal(sha256, type.data),
    });
  }
  const isOwner = viewer !== undefined && viewer === thread.ownerId;
  return {
    thread,
    address: `${publicUrl}/t/${thread.url}`,
    sources,
    notes,
    files,
    isWhole: isOwner,
    answers: isOwner ? await answers.everyOf(thread.id, thread.ownerId) : [],
  };
}

/**
 * Imports an exported thread into this library. Ids stay the same unless they are taken; content of
 * other people is never overwritten.
 */
import { randomUUID } from 'node:crypto';
import type { JSONContent } from '@tiptap/core';
import type {
  StartedThreadImport,
  ExportedFile,
  ExportedSource,
  ImportedThread,
  NewThreadImport,
  ThreadImport,
} from '#core/contract/export.ts';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId, ThreadId } from '#core/contract/id.ts';
import { cleanDoc, docText } from '#core/editor/document.ts';
import { kindOfFileType } from '#core/kinds.ts';
import {
  keepForOwner,
  type Database,
  type Library,
  type PlannedSource,
  type SourceRow,
  type Upload,
} from '#pipeline/library/index.ts';
import type { SourceDescription } from '#core/contract/source.ts';
import type { Queue } from '#pipeline/queue/index.ts';
import type { z } from 'zod';
import type { Uploader } from '../../http/route.ts';
import type { Answers } from '../ask/index.ts';
import type { Signer } from '../content/index.ts';
import type { Files } from '../files/index.ts';
import type { ThreadWithRole, Threads } from '../threads/index.ts';

const UPLOAD_TTL_S = 3600;
const MAX_PICTURE_BYTES = 20 * 2 ** 20;

export interface ThreadImporterPorts {
  database: Database;
  threads: Threads;
  library: Library;
  queue: Queue;
  uploads: Files;
  answers: Answers;
  signer: Signer;
  plan(it: SourceDescription, uploads: ReadonlyMap<string, Upload>): PlannedSource;
  /** Plans a bookmark for an address that can't be read. */
  planBookmark(it: Pick<SourceDescription, 'url' | 'title'>): PlannedSource | undefined;
  readNotes(id: ThreadId): Promise<JSONContent>;
  appendBlocks(id: ThreadId, nodes: readonly JSONContent[]): Promise<number>;
  maxPdfBytes: number;
}

/** `fault`: why it becomes a bookmark. */
interface Planned {
  it: ExportedSource;
  plan: PlannedSource;
  fault?: Fault;
}

export class ThreadImporter {
  readonly #ports: ThreadImporterPorts;
  constructor(ports: ThreadImporterPorts) {
    this.#ports = ports;
  }

  /** Returns the thread, and upload addresses of its files. */
  async begin(
    uploader: Uploader,
    { thread, files }: z.output<typeof NewThreadImport>,
  ): Promise<z.input<typeof StartedThreadImport>> {
    const row = await this.#ports.threads.addImported(uploader.user, {
      id: thread._id,
      url: thread.url,
      title: thread.title,
    });
    const places: z.input<typeof StartedThreadImport>['files'] = [];
    for (const file of files) places.push(await this.#place(uploader, row.id, file));
    return { thread: { _id: row.id, url: row.url, title: row.title }, files: places };
  }
  async #place(
    uploader: Uploader,
    threadId: ThreadId,
    { key, name, contentType, size, sha256, seal }: ExportedFile,
  ) {
    const { uploads, signer, maxPdfBytes } = this.#ports;
    const most = kindOfFileType(contentType) ? maxPdfBytes : MAX_PICTURE_BYTES;
    if (size > most)
      throw new Fault('too_large', {
        message: `${name} has ${Math.ceil(size / 2 ** 20)} MB. The limit is ${Math.floor(most / 2 ** 20)} MB.`,
      });
    const file = await uploads.begin(threadId, name, contentType, key);
    const isOurs = seal !== undefined && signer.isSealed(sha256, contentType, seal);
    const uploadURL = signer.url(
      {
        what: 'upload',
        method: 'PUT',
        id: randomUUID(),
        ...uploader,
        key: file.key,
        type: contentType,
        maxBytes: most,
        ...(isOurs ? { sha256 } : {}),
      },
      UPLOAD_TTL_S,
    );
    return { key, fileKey: file.key, uploadURL, headers: { 'Content-Type': contentType } };
  }

  /**
   * Faults: `conflict` if the thread has content; `absent` for a file that does not belong to the
   * import.
   */
  async fill(
    thread: ThreadWithRole,
    { sources, notes, answers, files, thread: dates }: ThreadImport,
  ): Promise<ImportedThread> {
    const { database, threads, uploads, readNotes, appendBlocks } = this.#ports;
    if (
      docText(await readNotes(thread.id)).trim() !== '' ||
      (await threads.sources.of(thread.id)).length > 0
    )
      throw new Fault('conflict', {
        message: 'This thread already has content. Import the export into a new thread.',
      });
    const now = new Map<string, string>();
    const arrived = new Map<string, Upload>();
    for (const { key, fileKey } of files) {
      const file = await uploads.ofThread(thread.id, fileKey);
      now.set(key, file.key);
      if (file.size !== null) arrived.set(file.key, file);
    }
    const left: ImportedThread['left'] = [];
    const planned = sources.flatMap((it): Planned[] => {
      try {
        return [{ it, plan: this.#plan(it, now, arrived) }];
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        left.push({ title: it.title, why: error.message });
        const plan = it.url === undefined ? undefined : this.#ports.planBookmark(it);
        return plan ? [{ it, plan, fault: error }] : [];
      }
    });
    const counts = await database.write(async (transaction) => {
      let [added, known] = [0, 0];
      const imported = new Map<SourceId, SourceRow['kept']>();
      const { library, queue } = this.#ports;
      for (const { it, plan, fault } of planned) {
        const { source, created } = await library.add(
          { ...plan, wantedId: it._id, ownerId: thread.ownerId },
          transaction,
        );
        if (source.id !== it._id) now.set(it._id, source.id);
        await threads.hold(thread.id, [source.id], transaction, new Date(it.heldSince));
        imported.set(source.id, keptOf(it));
        if (!created) {
          if (!fault) known += 1;
          continue;
        }
        if (fault) {
          await library.versions.fail(source, fault.code, fault.message, transaction);
          continue;
        }
        added += 1;
        await queue.enqueue([{ sourceId: source.id, version: source.version, stage: 'fetch' }], {
          transaction,
        });
      }
      await keepForOwner(database, imported, transaction);
      const mine = renamed(answers, now).map((answer) => ({ ...answer, thread_id: thread.id }));
      await this.#ports.answers.addImported(thread.id, thread.ownerId, mine, transaction);
      return { added, known };
    });
    await appendBlocks(thread.id, cleanDoc(renamed(notes, now) as JSONContent).content ?? []);
    await database.write((transaction) =>
      threads.date(
        thread.id,
        { createdAt: new Date(dates.createdAt), updatedAt: new Date(dates.updatedAt) },
        transaction,
      ),
    );
    return {
      thread: { _id: thread.id, url: thread.url, title: thread.title },
      ...counts,
      answers: answers.length,
      left,
    };
  }

  #plan(
    { url, file, sourceType, title }: ExportedSource,
    now: ReadonlyMap<string, string>,
    arrived: ReadonlyMap<string, Upload>,
  ): PlannedSource {
    if (url !== undefined) return this.#ports.plan({ url, sourceType, title }, arrived);
    const key = file === undefined ? undefined : now.get(file);
    if (key === undefined)
      throw new Fault('absent', { message: 'The export is missing its document.' });
    return this.#ports.plan({ fileKey: key, title }, arrived);
  }
}

function keptOf(it: ExportedSource): SourceRow['kept'] {
  const { ownTitle, tags, folders, addedAt, note, flags, highlights } = it;
  const fields = {
    imported: true,
    title: ownTitle,
    tags,
    folders,
    addedAt,
    note,
    flags,
    highlights: highlights?.map(({ text, note: own, createdAt }) => ({
      text,
      ...(own === undefined ? {} : { note: own }),
      ...(createdAt === undefined ? {} : { createdAt }),
    })),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  ) as SourceRow['kept'];
}

/**
 * Replaces changed ids and keys everywhere in the text. They are long enough to be unmistakable.
 */
function renamed<T>(value: T, now: ReadonlyMap<string, string>): T {
  const changed = [...now].filter(([was, is]) => was !== is);
  if (changed.length === 0) return value;
  const names = new RegExp(
    changed.map(([was]) => was.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'),
    'g',
  );
  return JSON.parse(JSON.stringify(value).replace(names, (was) => now.get(was) ?? was)) as T;
}

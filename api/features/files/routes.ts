import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { DeleteFileBody, FileLink, FileList, FileType, fileTypeOf } from '#core/contract/file.ts';
import { ThreadId, type UserId } from '#core/contract/id.ts';
import { DEFAULT_FILE, kindOfFileType } from '#core/kinds.ts';
import type { Signer } from '../content/index.ts';
import { route, uploaderOf, type Route } from '../../http/route.ts';
import type { Threads } from '../threads/index.ts';
import type { Files } from './files.ts';
import type { FileRow } from './files.model.ts';

/** Signed upload addresses are valid for this long. */
const UPLOAD_TTL_S = 600;
const MAX_PICTURE_BYTES = 20 * 2 ** 20;

/** Tells whether a text is a plain file name, not a path. */
const isFileName = (text: string | undefined): text is string =>
  text !== undefined &&
  /^[^/\\\p{Cc}]{1,200}$/u.test(text) &&
  !/^\.+$/.test(text) &&
  !/%(2e|2f|5c)/i.test(text);

export interface FileRoutePorts {
  files: Files;
  threads: Threads;
  signer: Signer;
  maxBytes: number;
  /** called after a file was deleted */
  onRemoved(): void;
}

/** Files of a thread: signed addresses, the list, deletion. */
export function fileRoutes(ports: FileRoutePorts): Route[] {
  return [fileLinkRoute(ports), fileListRoute(ports), deleteFileRoute(ports)];
}

const FileLinkQuery = z.object({
  fileKey: z.string().max(300).optional(),
  /** bytes, if known: the address accepts no more */
  size: z.coerce.number().int().min(1).optional(),
  name: z.string().min(1).max(300).default(`document.${DEFAULT_FILE.extension}`),
  /** default: the type of the extension */
  contentType: FileType.optional(),
});

const fileLinkRoute = (ports: FileRoutePorts): Route =>
  route({
    method: 'get',
    path: 'thread/v1/file/:threadId',
    summary:
      'Signed addresses of a file: an existing or new `fileKey`, or a new file called `name`',
    params: z.object({ threadId: z.string().max(200) }),
    query: FileLinkQuery,
    response: FileLink,
    async handle({ user, params, query, credential }) {
      const { threads, signer, maxBytes } = ports;
      const thread = await threads.visible(user._id, params.threadId);
      // A read-only token gets existing files: no new file, and no address to upload to.
      const isReading = credential?.scope !== 'write';
      if (isReading && query.fileKey === undefined)
        throw new Fault('not_allowed', {
          message: 'This token is read-only. Pass the fileKey of a file in the thread.',
        });
      const file = await namedFile(ports, user._id, thread.id, query, isReading);
      const read = {
        fileKey: file.key,
        fileURL: signer.url({
          what: 'file',
          key: file.key,
          type: file.contentType,
          name: file.name,
        }),
      };
      if (isReading || (thread.role !== 'owner' && thread.role !== 'editor')) return read;
      const most = kindOfFileType(file.contentType) ? maxBytes : MAX_PICTURE_BYTES;
      if (query.size !== undefined && query.size > most) throw new Fault('too_large');
      const grant = {
        what: 'upload',
        method: 'PUT',
        id: randomUUID(),
        ...uploaderOf({ user, credential }),
        key: file.key,
        type: file.contentType,
        maxBytes: query.size ?? most,
      } as const;
      return {
        ...read,
        uploadURL: signer.url(grant, UPLOAD_TTL_S),
        headers: { 'Content-Type': file.contentType },
      };
    },
  });

/** Returns the file that the request names, or else a new one. Faults: `absent`. */
async function namedFile(
  { files, threads }: Pick<FileRoutePorts, 'files' | 'threads'>,
  viewer: UserId,
  threadId: ThreadId,
  query: z.output<typeof FileLinkQuery>,
  isReading: boolean,
): Promise<FileRow> {
  const begin = async (name: string) =>
    files.begin(
      (await threads.writable(viewer, threadId)).id,
      name,
      query.contentType ?? fileTypeOf(name),
    );
  const { fileKey } = query;
  if (fileKey === undefined) return begin(query.name);
  return files.ofThread(threadId, fileKey).catch((error: unknown) => {
    const isAbsent = error instanceof Fault && error.code === 'absent';
    if (!isAbsent || isReading || !isFileName(fileKey)) throw error;
    return begin(fileKey);
  });
}

const fileListRoute = ({ files, threads }: FileRoutePorts): Route =>
  route({
    method: 'post',
    path: 'thread/get_all_files',
    does: 'read',
    summary: 'Files of a thread',
    body: z.object({ id: ThreadId }),
    response: FileList,
    async handle({ user, body }) {
      const thread = await threads.visible(user._id, body.id);
      const rows = await files.list(thread.id);
      return {
        files: rows.map((row) => ({
          fileKey: row.key,
          name: row.name,
          size: Number(row.size),
          contentType: row.contentType,
          createdAt: row.createdAt.toISOString(),
        })),
      };
    },
  });

const deleteFileRoute = ({ files, threads, onRemoved }: FileRoutePorts): Route =>
  route({
    method: 'post',
    path: 'thread/delete-file',
    summary: 'Deletes a file of a thread',
    body: DeleteFileBody,
    response: z.object({ fileKey: z.string() }),
    async handle({ user, body }) {
      const thread = await threads.writable(user._id, body.threadId);
      await files.remove(await files.ofThread(thread.id, body.fileKey));
      onRemoved();
      return { fileKey: body.fileKey };
    },
  });

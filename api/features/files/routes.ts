import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { DeleteFileBody, FileList, FileUrls } from '#core/contract/file.ts';
import { ThreadId } from '#core/contract/id.ts';
import type { Signer } from '../content/index.ts';
import { route, type Route } from '../../http/route.ts';
import type { Threads } from '../threads/index.ts';
import type { Files } from './files.ts';

/** Signed upload addresses hold this long. */
const UPLOAD_TTL_S = 600;
/** What may be uploaded, for now. */
const ContentType = z.enum(['application/pdf']);

/** A plain name, as of a file on a desk: never a path. */
const isFileName = (text: string | undefined): text is string => text !== undefined && /^[^/\\\p{Cc}]{1,200}$/u.test(text) && !/^\.+$/.test(text) && !/%(2e|2f|5c)/i.test(text);

export interface FileRoutePorts { files: Files; threads: Threads; signer: Signer; maxBytes: number }

export const fileRoutes = ({ files, threads, signer, maxBytes }: FileRoutePorts): Route[] => [
  route({
    method: 'get', path: 'thread/v1/file/:threadId', summary: 'Signed addresses of a file: of `fileKey`, which may be a name not yet taken, or of a new one called `name`',
    params: z.object({ threadId: z.string().max(200) }),
    query: z.object({ fileKey: z.string().max(300).optional(), name: z.string().min(1).max(300).default('document.pdf'), contentType: ContentType.default('application/pdf') }),
    response: FileUrls,
    async handle({ user, params, query }) {
      const thread = await threads.owned(user._id, params.threadId);
      const named = (name: string) => files.begin(thread.id, name, query.contentType);
      const file = query.fileKey === undefined ? await named(query.name) : await files.ofThread(thread.id, query.fileKey).catch((error: unknown) => {
        if (!(error instanceof Fault) || error.code !== 'absent' || !isFileName(query.fileKey)) throw error;
        return named(query.fileKey);
      });
      return {
        fileKey: file.key,
        fileURL: signer.url({ what: 'file', key: file.key, type: file.contentType, name: file.name }),
        uploadURL: signer.url({ what: 'upload', key: file.key, type: file.contentType, maxBytes }, UPLOAD_TTL_S),
        headers: { 'Content-Type': file.contentType },
      };
    },
  }),
  route({
    method: 'post', path: 'thread/get_all_files', summary: 'Files of a thread', body: z.object({ id: ThreadId }), response: FileList,
    async handle({ user, body }) {
      const thread = await threads.visible(user._id, body.id);
      const rows = await files.list(thread.id);
      return { files: rows.map((row) => ({ fileKey: row.key, name: row.name, size: Number(row.size), contentType: row.contentType, createdAt: row.createdAt.toISOString() })) };
    },
  }),
  route({
    method: 'post', path: 'thread/delete-file', summary: 'Deletes a file of a thread', body: DeleteFileBody, response: z.object({ fileKey: z.string() }),
    async handle({ user, body }) {
      const thread = await threads.owned(user._id, body.threadId);
      await files.remove(await files.ofThread(thread.id, body.fileKey));
      return { fileKey: body.fileKey };
    },
  }),
];

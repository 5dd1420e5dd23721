import { z } from 'zod';
import { ThreadId } from './id.ts';

export const FileEntry = z.object({ fileKey: z.string(), name: z.string(), /** bytes */ size: z.int(), contentType: z.string(), createdAt: z.iso.datetime() });
export const FileList = z.object({ files: z.array(FileEntry) });
/** Both signed and short-lived. `PUT` the bytes to `uploadURL` with `headers`. */
export const FileUrls = z.object({ fileKey: z.string(), fileURL: z.string(), uploadURL: z.string(), headers: z.record(z.string(), z.string()) });
export const DeleteFileBody = z.object({ fileKey: z.string(), threadId: ThreadId });

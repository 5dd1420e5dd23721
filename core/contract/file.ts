import { z } from 'zod';
import { ThreadId } from './id.ts';

export const FileEntry = z.object({
  fileKey: z.string(),
  name: z.string(),
  /** bytes */
  size: z.int(),
  contentType: z.string(),
  createdAt: z.iso.datetime(),
});
export const FileList = z.object({ files: z.array(FileEntry) });
/** Both signed and short-lived. `PUT` the bytes to `uploadURL` with `headers`. */
export const FileUrls = z.object({
  fileKey: z.string(),
  fileURL: z.string(),
  uploadURL: z.string(),
  headers: z.record(z.string(), z.string()),
});
/** A reader gets no `uploadURL`. */
export const FileLink = FileUrls.partial({ uploadURL: true, headers: true });
/** What may be uploaded. An SVG is a program. */
export const FileType = z.enum(
  ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  'a PDF, or a picture as PNG, JPEG, WebP or GIF',
);
export type FileType = z.infer<typeof FileType>;
const BY_NAME: Record<string, FileType> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
};
/** Returns the type for a file name's ending, if the request doesn't state it; PDF by default. */
export const fileTypeOf = (name: string): FileType =>
  BY_NAME[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/pdf';
export const DeleteFileBody = z.object({ fileKey: z.string(), threadId: ThreadId });

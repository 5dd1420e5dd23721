import { z } from 'zod';
import { DEFAULT_FILE, extensionsOf, FILES_IN_WORDS, SOURCE_FILES } from '../kinds.ts';
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
/** Both are signed and short-lived. `PUT` the bytes to `uploadURL` with `headers`. */
export const FileUrls = z.object({
  fileKey: z.string(),
  fileURL: z.string(),
  uploadURL: z.string(),
  headers: z.record(z.string(), z.string()),
});
/** Readers get no `uploadURL`. */
export const FileLink = FileUrls.partial({ uploadURL: true, headers: true });
/** An SVG can contain scripts. */
const PICTURES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
} as const;
/** File types that can be uploaded. */
export const FileType = z.enum(
  [...SOURCE_FILES.map((it) => it.type), ...new Set(Object.values(PICTURES))],
  `${FILES_IN_WORDS.withArticle}, or a picture as PNG, JPEG, WebP or GIF`,
);
export type FileType = z.infer<typeof FileType>;
const TYPES = new Map<string, FileType>([
  ...SOURCE_FILES.flatMap((it) =>
    extensionsOf(it).map((extension) => [extension, it.type] as const),
  ),
  ...Object.entries(PICTURES),
]);
/** By file extension; unknown ones count as `DEFAULT_FILE`. */
export const fileTypeOf = (name: string): FileType =>
  TYPES.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? DEFAULT_FILE.type;
/** Without the dot. */
export const extensionOf = (type: FileType): string =>
  [...TYPES].find(([, it]) => it === type)?.[0] ?? DEFAULT_FILE.extension;
export const DeleteFileBody = z.object({ fileKey: z.string(), threadId: ThreadId });

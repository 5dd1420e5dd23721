import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { FileUrls } from '#core/contract/file.ts';
import type { SourceType } from '#core/contract/source.ts';
import { FILES_IN_WORDS, kindOfFile } from '#core/kinds.ts';
import type { Api } from '#api/client/client.ts';

/** `head`: at least the first `SIGNATURE_BYTES` of the file. Faults: `corrupt_file`. */
export function kindOfUpload(path: string, head: Uint8Array) {
  const kind = kindOfFile(path, head);
  if (kind === undefined)
    throw new Fault('corrupt_file', {
      message: `This file is not ${FILES_IN_WORDS.withArticle}. Add a page or a video by its address.`,
    });
  return kind;
}

const READING: Record<string, string> = {
  ENOENT: 'No such file.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
};
/** Converts file system errors to Faults. */
export function toUploadError(error: unknown): Fault {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new Fault('bad_request', {
    message: READING[code] ?? `Couldn't read it: ${message}`,
    cause: error,
  });
}

/**
 * Uploads a local file to a thread. Faults: `corrupt_file` if no source kind reads it,
 * `bad_request` if it can't be opened.
 */
export async function uploadSource(
  api: Api,
  threadId: string,
  path: string,
): Promise<{ sourceType: SourceType; fileKey: string }> {
  const bytes = new Uint8Array(
    await readFile(path).catch((error: unknown) => {
      throw toUploadError(error);
    }),
  );
  const { name, file } = kindOfUpload(path, bytes);
  const urls = await api.get(
    `thread/v1/file/${threadId}?${new URLSearchParams({ name: basename(path), contentType: file.type })}`,
    FileUrls,
  );
  await api.put(urls.uploadURL, urls.headers, bytes);
  return { sourceType: name, fileKey: urls.fileKey };
}

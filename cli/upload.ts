import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { FileUrls } from '#core/contract/file.ts';
import type { Api } from '#api/client/client.ts';

/** of a file, in which the mark of a PDF stands */
export const PDF_HEAD_BYTES = 1024;
export const isPdf = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, PDF_HEAD_BYTES)).includes('%PDF-');
export const notPdf = (): Fault =>
  new Fault('corrupt_file', {
    message: 'This file is not a PDF. Gloss reads PDF files; add a page or a video by its address.',
  });

const READING: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EACCES: 'You may not read it.',
  EPERM: 'You may not read it.',
};
/** What the file system says, as ours. */
export function toUploadError(error: unknown): Fault {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new Fault('bad_request', {
    message: READING[code] ?? `It cannot be read: ${message}`,
    cause: error,
  });
}

/**
 * Puts a PDF of this machine into a thread; its key there. Faults: `corrupt_file`, `bad_request`
 * when it cannot be read.
 */
export async function uploadPdf(api: Api, threadId: string, path: string): Promise<string> {
  const bytes = new Uint8Array(
    await readFile(path).catch((error: unknown) => {
      throw toUploadError(error);
    }),
  );
  if (!isPdf(bytes)) throw notPdf();
  const urls = await api.get(
    `thread/v1/file/${threadId}?${new URLSearchParams({ name: basename(path), contentType: 'application/pdf' })}`,
    FileUrls,
  );
  await api.put(urls.uploadURL, urls.headers, bytes);
  return urls.fileKey;
}

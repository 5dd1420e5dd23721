import { z } from 'zod';
import { FileLink, FileUrls } from '#core/contract/file.ts';
import { call, query, upload } from '#ui/client/api.ts';

const path = (threadId: string): string => `thread/v1/file/${encodeURIComponent(threadId)}`;

/** A temporary address of the file. */
export const fileUrl = async (threadId: string, fileKey: string): Promise<string> =>
  (await call(`${path(threadId)}${query({ fileKey })}`, FileLink)).fileURL;

/** Returns the key of the stored file. */
export async function uploadFile(
  threadId: string,
  file: { name: string; blob: Blob },
  onProgress: (share: number) => void,
): Promise<string> {
  const urls = await call(
    `${path(threadId)}${query({ name: file.name, contentType: file.blob.type, size: file.blob.size })}`,
    FileUrls,
  );
  await upload(file.blob, urls, onProgress);
  return urls.fileKey;
}

export const deleteFile = (threadId: string, fileKey: string) =>
  call('thread/delete-file', z.object({ fileKey: z.string() }), {
    method: 'POST',
    body: { threadId, fileKey },
  });

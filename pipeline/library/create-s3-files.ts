import type { FileStore } from './file-store.ts';
import type { S3FilesOptions } from './s3-files.ts';

/** Files in a bucket. The S3 client is loaded only if a bucket is configured. */
export async function createS3Files(options: S3FilesOptions): Promise<FileStore> {
  const { openS3Files } = await import('./s3-files.ts');
  return openS3Files(options);
}

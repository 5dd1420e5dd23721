import type { Log } from '#config/log.ts';
import type { Settings } from '#config/settings.ts';
import {
  createDiskFiles,
  createS3Files,
  withLocalCopies,
  type FileStore,
} from '#pipeline/library/index.ts';
import type { DataDir } from './data-dir.ts';

/** Limits of local copies of blobs from the bucket, which child processes read. */
const COPIES = { maxBytes: 2 ** 30, maxIdleMs: 3_600_000 };

/** Opens the folder on this machine, or the bucket from the settings. */
export async function openFiles(
  { s3 }: Pick<Settings, 's3'>,
  dataDir: Pick<DataDir, 'files' | 'copies'>,
  log: Log,
): Promise<FileStore & { close(): void }> {
  if (!s3) return { ...createDiskFiles(dataDir.files), close: () => undefined };
  const { createS3Client } = await import('#pipeline/net/s3-client.ts');
  const client = createS3Client(s3);
  return {
    ...withLocalCopies(await createS3Files({ client, ...s3, log }), {
      folder: dataDir.copies,
      ...COPIES,
    }),
    close: () => client.destroy(),
  };
}

import { Fault } from '#core/contract/faults.ts';

const FULL = new Set([
  'XMinioStorageFull',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
  'InsufficientStorage',
]);

export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode;
}

/** `place`: name of the bucket for messages. */
export function s3Fault(error: unknown, place: string): Fault {
  if (error instanceof Fault) return error;
  const [name, status] = [error instanceof Error ? error.name : '', statusOf(error)];
  if (FULL.has(name) || status === 507)
    return new Fault('storage_full', {
      message: `No space left in ${place}. Free some space. Gloss resumes automatically.`,
      cause: error,
    });
  if (name === 'NoSuchBucket')
    return new Fault('unavailable', {
      message: `Couldn't find ${place}. Create it, or change GLOSS_S3_BUCKET.`,
      cause: error,
    });
  if (status === 404) return new Fault('absent', { cause: error });
  if (status === 401 || status === 403)
    return new Fault('unavailable', {
      message: `Gloss can't access ${place}: ${name}. Check GLOSS_S3_ACCESS_KEY_ID and GLOSS_S3_SECRET_ACCESS_KEY.`,
      cause: error,
    });
  return new Fault('unavailable', {
    message: `Couldn't read or store files: no valid response from ${place}.`,
    cause: error,
  });
}

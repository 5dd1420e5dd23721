import { S3Client } from '@aws-sdk/client-s3';

export interface S3Place {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * The client for the operator's own bucket. Not through the gate: its one address is a setting,
 * which no source and no user can change, and is a private one more often than not. It follows no
 * redirect and asks nobody else for keys.
 */
export const createS3Client = ({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Place): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Buckets as a path: a host name each needs a name server that knows them.
    forcePathStyle: true,
    // Checksums in trailers are Amazon's own; TLS or the local network carries the bytes, and keys
    // are hashes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
    },
  });

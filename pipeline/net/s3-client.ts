import { S3Client } from '@aws-sdk/client-s3';

export interface S3Place {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * The client for the operator's bucket. It bypasses the gate, because its address is a setting that
 * no source or user can change, and is often private. It follows no redirects and requests
 * credentials from no other service.
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
    // Puts the bucket in the path, because bucket host names need DNS entries.
    forcePathStyle: true,
    // Other servers don't support Amazon's checksum trailers. TLS protects the transfer, and keys are hashes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
    },
  });

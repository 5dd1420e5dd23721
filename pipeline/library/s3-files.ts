import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import { withCompression, type ByteStore } from './compressed-files.ts';
import { fileKey } from './file-key.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { s3Fault, statusOf } from './s3-fault.ts';
import { putObject, uploadStream, type S3Access } from './s3-upload.ts';

export interface S3FilesOptions {
  /** created by pipeline/net */
  client: S3Client;
  bucket: string;
  endpoint: string;
  log: Log;
}

export const openS3Files = (options: S3FilesOptions): FileStore =>
  withCompression(openBucket(options));

function openBucket({ client, bucket, endpoint, log }: S3FilesOptions): ByteStore {
  const place = `the bucket ${bucket} at ${endpoint}`;
  const asFault = (error: unknown): never => {
    throw s3Fault(error, place);
  };
  const named = (key: string) => ({ Bucket: bucket, Key: fileKey(key) });

  const get = async (key: string, range?: { start: number; end: number }) => {
    const { Body } = await client
      .send(
        new GetObjectCommand({
          ...named(key),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      )
      .catch(asFault);
    if (!(Body instanceof Readable)) throw new Fault('unavailable');
    return Body;
  };
  async function about(key: string): Promise<StoredFile> {
    const { ContentLength = 0, LastModified = new Date(0) } = await client
      .send(new HeadObjectCommand(named(key)))
      .catch(asFault);
    return { key, size: ContentLength, modifiedAt: LastModified };
  }
  const has = (key: string): Promise<boolean> =>
    about(key).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Fault && error.code === 'absent') return false;
        throw error;
      },
    );
  return {
    place,
    about,
    has,
    putStream: (key, stream, maxBytes) =>
      uploadStream({ client, asFault }, named(key), stream, maxBytes, (failed) =>
        log.warn(
          { key, err: failed },
          'a dropped upload was not aborted; it is tried again at night',
        ),
      ),
    async renew(key) {
      const target = named(key);
      // Copies the object onto itself, which S3 accepts only if its metadata changes.
      const copy = new CopyObjectCommand({
        ...target,
        CopySource: `${bucket}/${key}`,
        MetadataDirective: 'REPLACE',
        Metadata: { renewed: new Date().toISOString() },
      });
      return client.send(copy).then(
        () => true,
        (error: unknown) => {
          const fault = s3Fault(error, place);
          if (fault.code === 'absent') return false;
          throw fault;
        },
      );
    },
    put: async (key, toBytes) => putObject({ client, asFault }, named(key), await toBytes()),
    async read(key) {
      const chunks = (await (await get(key)).toArray().catch(asFault)) as Uint8Array[];
      return Buffer.concat(chunks);
    },
    stream: get,
    copyTo: async (key, path) => pipeline(await get(key), createWriteStream(path)),
    size: async (key) => (await about(key)).size,
    delete: async (key) => {
      await client.send(new DeleteObjectCommand(named(key))).catch(asFault);
    },
    list: (prefix = '') => listObjects({ client, asFault }, bucket, prefix),
    dropUnfinished: (before) => abortUnfinished({ client, asFault }, bucket, before),
  };
}

async function* listObjects(
  { client, asFault }: S3Access,
  bucket: string,
  Prefix: string,
): AsyncIterable<StoredFile> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client
      .send(new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken }))
      .catch(asFault);
    for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
      if (Key !== undefined) yield { key: Key, size: Size, modifiedAt: LastModified };
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

/** Aborts the uploads that began before a time and were never completed. */
async function abortUnfinished(
  { client, asFault }: S3Access,
  bucket: string,
  before: Date,
): Promise<void> {
  const { Uploads = [] } = await client
    .send(new ListMultipartUploadsCommand({ Bucket: bucket }))
    .catch((error: unknown) => {
      // Not every server can list them; those have their own rule for incomplete uploads.
      if (statusOf(error) === 501) return { Uploads: [] };
      return asFault(error);
    });
  for (const { Key, UploadId, Initiated } of Uploads)
    if (Key !== undefined && UploadId !== undefined && Initiated && Initiated < before)
      await client
        .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
        .catch(asFault);
}

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import { blobKey, fileKey } from './file-key.ts';
import type { FileStore, StoredFile } from './file-store.ts';

/** S3 takes parts from 5 MiB on, and 10,000 of them. One is in memory at a time. */
const PART_BYTES = 8 * 2 ** 20;
const FULL = new Set([
  'XMinioStorageFull',
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
  'InsufficientStorage',
]);

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode;
}

export interface S3FilesOptions {
  /** made by pipeline/net */
  client: S3Client;
  bucket: string;
  endpoint: string;
  log: Log;
}

export function openS3Files({ client, bucket, endpoint, log }: S3FilesOptions): FileStore {
  const place = `the bucket ${bucket} at ${endpoint}`;
  const faultOf = (error: unknown): Fault => {
    if (error instanceof Fault) return error;
    const [name, status] = [error instanceof Error ? error.name : '', statusOf(error)];
    if (FULL.has(name) || status === 507)
      return new Fault('storage_full', {
        message: `There is no room left in ${place}. Free some; Gloss goes on by itself.`,
        cause: error,
      });
    if (name === 'NoSuchBucket')
      return new Fault('unavailable', {
        message: `There is no ${place.slice('the '.length)}. Make it, or change GLOSS_S3_BUCKET.`,
        cause: error,
      });
    if (status === 404) return new Fault('absent', { cause: error });
    if (status === 401 || status === 403)
      return new Fault('unavailable', {
        message: `Gloss may not use ${place}: ${name}. Check GLOSS_S3_ACCESS_KEY_ID and GLOSS_S3_SECRET_ACCESS_KEY.`,
        cause: error,
      });
    return new Fault('unavailable', {
      message: `Files cannot be read or kept now: no good answer from ${place}.`,
      cause: error,
    });
  };
  const asFault = (error: unknown): never => {
    throw faultOf(error);
  };
  const named = (key: string) => ({ Bucket: bucket, Key: fileKey(key) });

  const put = (key: string, Body: Uint8Array) =>
    client
      .send(new PutObjectCommand({ ...named(key), Body, ContentLength: Body.byteLength }))
      .catch(asFault);
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
  const abort = (key: string, UploadId: string) =>
    client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId }));

  /**
   * What fits into one part is one request; more is a multipart upload, of which nothing is seen
   * until it is complete.
   */
  async function putStream(key: string, stream: Readable, maxBytes: number) {
    const hash = createHash('sha256');
    const target = named(key);
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    let size = 0;
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    let UploadId: string | undefined;
    const sendPart = async () => {
      UploadId ??= (await client.send(new CreateMultipartUploadCommand(target)).catch(asFault))
        .UploadId;
      const PartNumber = parts.length + 1;
      const { ETag } = await client
        .send(
          new UploadPartCommand({
            ...target,
            UploadId,
            PartNumber,
            Body: Buffer.concat(waiting),
            ContentLength: waitingBytes,
          }),
        )
        .catch(asFault);
      parts.push({ ETag, PartNumber });
      waiting = [];
      waitingBytes = 0;
    };
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        if (size > maxBytes) throw new Fault('too_large');
        hash.update(chunk);
        waiting.push(chunk);
        waitingBytes += chunk.byteLength;
        if (waitingBytes >= PART_BYTES) await sendPart();
      }
      if (UploadId === undefined) await put(key, Buffer.concat(waiting));
      else {
        if (waitingBytes > 0) await sendPart();
        await client
          .send(
            new CompleteMultipartUploadCommand({
              ...target,
              UploadId,
              MultipartUpload: { Parts: parts },
            }),
          )
          .catch(asFault);
      }
    } catch (error) {
      if (UploadId !== undefined)
        await abort(key, UploadId).catch((failed: unknown) =>
          log.warn(
            { key, err: failed },
            'a dropped upload was not aborted; it is tried again at night',
          ),
        );
      throw error;
    }
    return { size, hash: hash.digest('hex') };
  }

  return {
    place,
    about,
    has,
    putStream,
    async renew(key) {
      const target = named(key);
      // Onto itself: S3 takes that when something about it is another.
      const copy = new CopyObjectCommand({
        ...target,
        CopySource: `${bucket}/${key}`,
        MetadataDirective: 'REPLACE',
        Metadata: { renewed: new Date().toISOString() },
      });
      return client.send(copy).then(
        () => true,
        (error: unknown) => {
          const fault = faultOf(error);
          if (fault.code === 'absent') return false;
          throw fault;
        },
      );
    },
    async putBlob(bytes) {
      const blob = blobKey(bytes);
      await put(blob.key, bytes);
      return blob;
    },
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
    async *list(Prefix = '') {
      let ContinuationToken: string | undefined;
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken }))
          .catch(asFault);
        for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          if (Key !== undefined) yield { key: Key, size: Size, modifiedAt: LastModified };
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    async dropUnfinished(before) {
      const { Uploads = [] } = await client
        .send(new ListMultipartUploadsCommand({ Bucket: bucket }))
        .catch((error: unknown) => {
          // Not every server lists them; such a one has a rule of its own for what was never
          // completed.
          if (statusOf(error) === 501) return { Uploads: [] };
          throw faultOf(error);
        });
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Key !== undefined && UploadId !== undefined && Initiated && Initiated < before)
          await abort(Key, UploadId).catch(asFault);
    },
  };
}

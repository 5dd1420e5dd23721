/** Uploads a stream to S3 in parts. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Fault } from '#core/contract/faults.ts';

/** S3 accepts parts of at least 5 MiB, and 10,000 of them. One part is in memory at a time. */
const PART_BYTES = 8 * 2 ** 20;

type AsFault = (error: unknown) => never;
export interface S3Access {
  client: S3Client;
  /** throws the fault for an error of the client */
  asFault: AsFault;
}
interface Target {
  Bucket: string;
  Key: string;
}

/** A multipart upload, invisible until it is complete. Created with the first part. */
class MultipartUpload {
  readonly #client: S3Client;
  readonly #asFault: AsFault;
  readonly #target: Target;
  readonly #parts: { ETag: string | undefined; PartNumber: number }[] = [];
  #uploadId: string | undefined;

  constructor({ client, asFault }: S3Access, target: Target) {
    this.#client = client;
    this.#asFault = asFault;
    this.#target = target;
  }

  get hasBegun(): boolean {
    return this.#uploadId !== undefined;
  }

  async send(part: Uint8Array): Promise<void> {
    this.#uploadId ??= (
      await this.#client.send(new CreateMultipartUploadCommand(this.#target)).catch(this.#asFault)
    ).UploadId;
    const PartNumber = this.#parts.length + 1;
    const { ETag } = await this.#client
      .send(
        new UploadPartCommand({
          ...this.#target,
          UploadId: this.#uploadId,
          PartNumber,
          Body: part,
          ContentLength: part.byteLength,
        }),
      )
      .catch(this.#asFault);
    this.#parts.push({ ETag, PartNumber });
  }

  async complete(): Promise<void> {
    await this.#client
      .send(
        new CompleteMultipartUploadCommand({
          ...this.#target,
          UploadId: this.#uploadId,
          MultipartUpload: { Parts: this.#parts },
        }),
      )
      .catch(this.#asFault);
  }

  async abort(): Promise<void> {
    await this.#client.send(
      new AbortMultipartUploadCommand({ ...this.#target, UploadId: this.#uploadId }),
    );
  }
}

export async function putObject(
  { client, asFault }: S3Access,
  target: Target,
  Body: Uint8Array,
): Promise<void> {
  await client
    .send(new PutObjectCommand({ ...target, Body, ContentLength: Body.byteLength }))
    .catch(asFault);
}

/**
 * Uploads in one request, or as a multipart upload if the body is larger than one part. After a
 * failure the upload is aborted; `onNotAborted` is called if that fails as well. Faults: those of
 * `asFault`, `too_large`; errors of the stream are rethrown.
 */
export async function uploadStream(
  access: S3Access,
  target: Target,
  stream: Readable,
  maxBytes: number,
  onNotAborted: (error: unknown) => void,
): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  const upload = new MultipartUpload(access, target);
  let size = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const sendPart = async () => {
    await upload.send(Buffer.concat(waiting));
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
    if (upload.hasBegun) {
      if (waitingBytes > 0) await sendPart();
      await upload.complete();
    } else await putObject(access, target, Buffer.concat(waiting));
  } catch (error) {
    if (upload.hasBegun) await upload.abort().catch(onNotAborted);
    throw error;
  }
  return { size, hash: hash.digest('hex') };
}

/** A real S3-compatible server on this machine. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { createS3Client } from '#pipeline/net/s3-client.ts';

export interface TestBucket {
  endpoint: string;
  bucket: string;
  /** for `readSettings` */
  env: Record<string, string>;
  client: ReturnType<typeof createS3Client>;
  /** ids of started and aborted multipart uploads */
  begun: string[];
  aborted: string[];
  /** Makes every request fail with this status; undefined restores normal responses. */
  refuseWith(status: number | undefined): void;
  close(): Promise<void>;
}

export async function serveBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'gloss-s3-'));
  const bucket = 'gloss';
  const app = new S3rver({
    silent: true,
    directory,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket }],
  });
  await app.configureBuckets();
  const answer = app.callback();
  const begun: string[] = [];
  const aborted: string[] = [];
  let refusal: number | undefined;
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://bucket');
    const uploadId = url.searchParams.get('uploadId');
    if (refusal !== undefined) {
      req.resume();
      return void res
        .writeHead(refusal, { 'Content-Type': 'application/xml' })
        .end(
          `<?xml version="1.0"?><Error><Code>${refusal === 507 ? 'XMinioStorageFull' : 'InternalError'}</Code></Error>`,
        );
    }
    if (req.method === 'PUT' && uploadId !== null && !begun.includes(uploadId))
      begun.push(uploadId);
    // The server doesn't support aborting multipart uploads, so this does.
    if (req.method === 'DELETE' && uploadId !== null) {
      aborted.push(uploadId);
      return void res.writeHead(204).end();
    }
    if (req.method === 'GET' && url.searchParams.has('uploads'))
      return void res
        .writeHead(501, { 'Content-Type': 'application/xml' })
        .end('<?xml version="1.0"?><Error><Code>NotImplemented</Code></Error>');
    return void answer(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createS3Client({
    endpoint,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  });
  return {
    endpoint,
    bucket,
    client,
    begun,
    aborted,
    env: {
      GLOSS_S3_ENDPOINT: endpoint,
      GLOSS_S3_BUCKET: bucket,
      GLOSS_S3_ACCESS_KEY_ID: 'S3RVER',
      GLOSS_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    refuseWith(status) {
      refusal = status;
    },
    async close() {
      client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

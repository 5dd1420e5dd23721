import type { Readable, Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { Fault } from '#core/contract/faults.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';
/** more codings on one body than any honest server sends */
const MOST_CODINGS = 2;

/**
 * Reads a body to its end, undoing every content coding. Counts bytes after each coding, because
 * limits of HTTP clients apply to the bytes received. Faults: `too_large` over `maxBytes` at any
 * layer, `provider_failed` for an unknown coding or a broken stream.
 */
export async function decodedBody(
  body: Readable,
  contentEncoding: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '' && it !== 'identity');
  const decoders = codings.toReversed().map((coding) => DECODERS[coding]);
  if (codings.length > MOST_CODINGS || decoders.includes(undefined)) {
    body.destroy();
    throw new Fault('provider_failed', {
      message: "The site sent its response in an encoding that Gloss can't read.",
      details: { codings: codings.length },
    });
  }
  const layers: Readable[] = [body];
  for (const decoder of decoders) if (decoder) layers.push(decoder());
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  layers.forEach((layer, at) => {
    let bytes = 0;
    layer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) reject(new Fault('too_large', { details: { maxBytes } }));
      else if (at === layers.length - 1) chunks.push(chunk);
    });
    layer.on('error', reject);
    const next = layers[at + 1];
    if (next) layer.pipe(next as Transform);
    else layer.on('end', () => resolve(Buffer.concat(chunks)));
  });
  try {
    return await promise;
  } finally {
    for (const layer of layers) layer.destroy();
  }
}

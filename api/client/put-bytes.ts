import { lookup, type LookupOptions } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Fault } from '#core/contract/faults.ts';

/** `*.localhost` is this machine, even if the name server does not know it. */
const lookupLocalhost: LookupFunction = (name, options: LookupOptions, done) => {
  lookup(/(^|\.)localhost$/i.test(name) ? 'localhost' : name, options, done);
};

/**
 * Uploads bytes to a signed address. Returns the status and text of the response. Fault:
 * `unreachable`.
 */
export async function putBytes(
  target: string,
  headers: Record<string, string>,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  (target.startsWith('https:') ? httpsRequest : httpRequest)(
    target,
    {
      method: 'PUT',
      headers: { ...headers, 'Content-Length': bytes.length },
      lookup: lookupLocalhost,
      signal,
    },
    resolve,
  )
    .on('error', reject)
    .end(bytes);
  const response = await promise.catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new Fault('unreachable', {
      message: `Couldn't upload to ${new URL(target).origin}. Check GLOSS_CONTENT_URL.`,
      cause,
    });
  });
  const text = (await response.setEncoding('utf8').toArray()).join('');
  return { status: response.statusCode ?? 0, text };
}

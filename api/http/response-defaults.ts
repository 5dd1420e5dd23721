import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FaultCode } from '#core/contract/faults.ts';
import { endUnreadBody } from './connections.ts';

const YEAR_S = 31_536_000;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/**
 * The policy of responses without a policy of their own: nothing loads, and nothing frames them.
 */
const policies = (isSecure: boolean): Record<string, string> => ({
  ...(isSecure && { 'Strict-Transport-Security': `max-age=${YEAR_S}; includeSubDomains` }),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
});
/** The last response of each connection. */
const answering = new WeakMap<Duplex, ServerResponse>();

/**
 * Sets the default headers of every response, at each host name and path, and refuses TRACE.
 * `isSecure`: the public address is https.
 */
export function withResponseDefaults(isSecure: boolean, handle: RequestListener): RequestListener {
  const always = Object.entries(policies(isSecure));
  return (req, res) => {
    answering.set(req.socket, res);
    endUnreadBody(req, res);
    for (const [name, value] of always) res.setHeader(name, value);
    if (req.method !== 'TRACE') return handle(req, res);
    res.writeHead(405, { Allow: METHODS }).end();
  };
}

const UNREADABLE: { status: string; code: FaultCode; message: string } = {
  status: '400 Bad Request',
  code: 'bad_request',
  message: 'The request is malformed.',
};
/** By the code of Node's error. */
const UNREAD: Partial<Record<string, typeof UNREADABLE>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: 'The address or the headers of this request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'bad_request',
    message: 'This request took too long to arrive.',
  },
};
/** Responds to malformed requests in the usual form of errors. */
export const rejectUnparsed =
  (isSecure: boolean) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const res = answering.get(socket);
    // Does not write into the middle of a response.
    if (
      !socket.writable ||
      error.code === 'ECONNRESET' ||
      (res?.headersSent && !res.writableEnded)
    ) {
      socket.destroy();
      return;
    }
    const { status, ...fault } = UNREAD[error.code ?? ''] ?? UNREADABLE;
    const body = JSON.stringify(fault);
    const headers = {
      ...policies(isSecure),
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    };
    socket.end(
      `HTTP/1.1 ${status}\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${body}`,
      () => socket.destroy(),
    );
  };

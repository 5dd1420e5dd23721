import type { RequestListener } from 'node:http';

const YEAR_S = 31_536_000;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** Of whatever has none of its own: it loads nothing, and stands in no frame. */
const POLICY = "default-src 'none'; frame-ancestors 'none'";

/** What holds at every name and path of this server, before any part of it says more; and no TRACE. `isSecure`: by its public address it is reached by TLS alone. */
export const everyAnswer = (isSecure: boolean, handle: RequestListener): RequestListener => (req, res) => {
  if (isSecure) res.setHeader('Strict-Transport-Security', `max-age=${YEAR_S}; includeSubDomains`);
  res.setHeader('X-Content-Type-Options', 'nosniff').setHeader('Referrer-Policy', 'no-referrer').setHeader('Content-Security-Policy', POLICY);
  if (req.method !== 'TRACE') return handle(req, res);
  res.writeHead(405, { Allow: METHODS }).end();
};

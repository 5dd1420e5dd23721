import type { RequestListener } from 'node:http';

const YEAR_S = 31_536_000;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** What holds at every name and path of this server: once reached by TLS, never again without it; and no TRACE. `isSecure`: by its public address it is reached by TLS alone. */
export const everyAnswer = (isSecure: boolean, handle: RequestListener): RequestListener => (req, res) => {
  if (isSecure) res.setHeader('Strict-Transport-Security', `max-age=${YEAR_S}; includeSubDomains`);
  if (req.method !== 'TRACE') return handle(req, res);
  res.writeHead(405, { Allow: METHODS }).end();
};

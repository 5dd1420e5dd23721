import type { RequestListener } from 'node:http';

/** Accepts only its own host names; another Host may be a DNS rebinding attack. */
export const hostGuard =
  (own: ReadonlySet<string>, handle: RequestListener): RequestListener =>
  (req, res) => {
    if (own.has(req.headers.host?.toLowerCase() ?? '')) return handle(req, res);
    res.writeHead(421, { 'Content-Type': 'application/json' }).end(
      JSON.stringify({
        code: 'not_allowed',
        message:
          "This server doesn't accept requests for that host. Set GLOSS_PUBLIC_URL to the address you use.",
      }),
    );
  };

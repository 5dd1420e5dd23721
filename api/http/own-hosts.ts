import type { RequestListener } from 'node:http';

/**
 * Answers to its own names alone: any other Host is that of a page whose name was made to lead
 * here.
 */
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

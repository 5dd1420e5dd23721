import type { Middleware } from 'koa';
import { Fault } from '#core/contract/faults.ts';

/** Where a request says it comes from: this page, or nowhere, as typed. */
const OWN = new Set(['', 'same-origin', 'none']);

/**
 * What pages of other origins ask for with the cookie of whoever looks at them, as a picture, a
 * script or a call, they do not get: a link that somebody follows is all that may lead here.
 * Browsers say it by `Sec-Fetch-*`, which no page can change; who shows a token of their own is no
 * page that borrows one.
 */
export const ownFetches: Middleware = (koa, next) => {
  const isFollowed =
    koa.method === 'GET' &&
    koa.get('Sec-Fetch-Mode') === 'navigate' &&
    koa.get('Sec-Fetch-Dest') === 'document';
  if (!OWN.has(koa.get('Sec-Fetch-Site')) && !isFollowed && koa.get('Authorization') === '')
    throw new Fault('not_allowed', {
      message: 'This request comes from another page than Gloss, so it was refused.',
    });
  return next();
};

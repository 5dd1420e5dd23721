import type { Middleware } from 'koa';
import { Fault } from '#core/contract/faults.ts';

/** Values for requests of our own page, or typed addresses. */
const OWN = new Set(['', 'same-origin', 'none']);

/**
 * Refuses requests that pages of other origins make with a visitor's cookie, for example as an
 * image, a script or a call; only links may lead here. Browsers send `Sec-Fetch-*` headers, which
 * no page can change. A request with a token of its own is not affected.
 */
export const ownFetches: Middleware = (koa, next) => {
  const isFollowed =
    koa.method === 'GET' &&
    koa.get('Sec-Fetch-Mode') === 'navigate' &&
    koa.get('Sec-Fetch-Dest') === 'document';
  if (!OWN.has(koa.get('Sec-Fetch-Site')) && !isFollowed && koa.get('Authorization') === '')
    throw new Fault('not_allowed', {
      message: 'This request was refused because it came from another site.',
    });
  return next();
};

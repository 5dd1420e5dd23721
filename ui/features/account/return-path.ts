/**
 * The page to open after a sign-in: the one the person came from, and never another site. Pure,
 * except for the two functions that read the page.
 */
import { z } from 'zod';
import { createStoredText } from '#ui/storage/stored-item.ts';

const PAGES = new Set(['/login', '/signup', '/verify', '/reset']);

export const isOfAccount = (pathname: string): boolean => PAGES.has(pathname);

/** Returns a path of this site from `?next=`; `/` for anything else. */
export function safeReturnPath(wanted: string | null, origin: string): string {
  if (wanted === null || !/^\/[^/\\]/.test(wanted)) return '/';
  const url = URL.parse(wanted, origin);
  return url && url.origin === origin && !isOfAccount(url.pathname)
    ? `${url.pathname}${url.search}${url.hash}`
    : '/';
}

export const withNext = (
  page: '/login' | '/signup' | '/verify' | '/reset',
  next: string,
): string => (next === '/' ? page : `${page}?next=${encodeURIComponent(next)}`);

export const currentPath = (): string =>
  safeReturnPath(`${location.pathname}${location.search}`, location.origin);
/** The sign-in page that returns to the current one. */
export const loginPath = (): string => withNext('/login', currentPath());
/** The path in the address to continue to. */
export const nextPath = (): string =>
  safeReturnPath(new URLSearchParams(location.search).get('next'), location.origin);

const storedNext = createStoredText('gloss-next', z.string(), { fallback: null });
/** Stores the path for people who return through an email's link, which doesn't contain it. */
export function saveNextPath(next: string): void {
  if (next === '/') storedNext.remove();
  else storedNext.write(next);
}
export const savedNextPath = (): string => safeReturnPath(storedNext.read(), location.origin);
